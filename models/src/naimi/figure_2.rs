//! Fig. 2 of section 5: a failure that is repaired by M3, step by step, on the handlers of
//! [`recovery`](super::recovery) themselves.
//!
//! The drawing is not in the extracted text; the steps are those of its description. X and Y are the faulty sites.
//! H's `next` is X; D sent its request to X. D has been in its critical section once and A never, so that A
//! wins. The text lets "A, B and E" set `last` to their `next`, but E, the end of its portion, has none: meant is D.

use super::original::{Phase, Variables};
use super::recovery::{Message, Mutant, Reading, Recovery, Site, Timer};
use super::site::SiteId;
use stateright::actor::{Actor, Command, Id, Out};
use std::borrow::Cow;
use std::collections::VecDeque;
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

const NAMES: &str = "ABCDEFGHXY";

fn site(name: char) -> SiteId {
    let place = NAMES.find(name).expect("a site of the figure");
    SiteId::from(place)
}

fn letter(site: SiteId) -> char {
    char::from(NAMES.as_bytes()[usize::from(site)])
}

/// Sites and what is in transit between those that are up.
struct Stage {
    rules: Recovery,
    sites: Vec<Site>,
    transit: VecDeque<(SiteId, SiteId, Message)>,
}

impl Stage {
    /// Fig. 2.a.
    fn set(reading: Reading, mutant: Option<Mutant>) -> Self {
        let rules = Recovery {
            requests: 2,
            mutant,
            ..Recovery::of(NAMES.len() as u8, reading)
        };
        let vacant = Site::initially(Variables::initially(site('F'), site('X')));
        let mut sites = vec![vacant; NAMES.len()];
        let mut waits = |name: char, next: Option<char>, last: char| {
            let at = &mut sites[usize::from(site(name))].tree;
            at.phase = Phase::Waiting;
            at.next = next.map(site);
            at.last = site(last);
        };
        waits('A', Some('B'), 'C');
        waits('B', Some('C'), 'C');
        waits('C', None, 'C');
        waits('D', Some('E'), 'E');
        waits('E', None, 'E');
        waits('G', Some('H'), 'Y');
        waits('H', Some('X'), 'Y');
        for (place, name) in ['G', 'H'].into_iter().enumerate() {
            sites[usize::from(site(name))].position = Some(place as u8);
        }
        sites[usize::from(site('H'))].predecessors = vec![site('G')];
        let holder = &mut sites[usize::from(site('G'))].tree;
        (holder.phase, holder.token) = (Phase::Inside, true);
        sites[usize::from(site('D'))].accesses = 1;
        Stage {
            rules,
            sites,
            transit: VecDeque::new(),
        }
    }

    fn at(&self, name: char) -> &Site {
        &self.sites[usize::from(site(name))]
    }

    fn event(
        &mut self,
        at: SiteId,
        event: impl FnOnce(&Recovery, Id, &mut Cow<Site>, &mut Out<Recovery>),
    ) {
        let mut out = Out::new();
        let mut state = Cow::Owned(self.sites[usize::from(at)].clone());
        event(&self.rules, at.into(), &mut state, &mut out);
        self.sites[usize::from(at)] = state.into_owned();
        for command in out {
            if let Command::Send(to, message) = command {
                let to = SiteId::from(usize::from(to));
                if !"XY".contains(letter(to)) {
                    self.transit.push_back((at, to, message));
                }
            }
        }
    }

    fn fires(&mut self, name: char, timer: Timer) {
        self.event(site(name), |rules, id, state, out| {
            rules.on_timeout(id, state, &timer, out);
        });
    }

    /// Whatever is in transit arrives, in the order in which it was sent, except for what is `held`.
    fn settle(&mut self, held: impl Fn(&Message) -> bool) {
        let arrives = |stage: &Self| stage.transit.iter().position(|(_, _, m)| !held(m));
        while let Some(place) = arrives(self) {
            let Some((from, to, message)) = self.transit.remove(place) else {
                break;
            };
            self.event(to, |rules, id, state, out| {
                rules.on_msg(id, state, from.into(), message, out);
            });
        }
    }

    fn shown(
        &self,
        what: &str,
        names: &str,
        of: impl Fn(&Site) -> Option<SiteId>,
        claimed: &str,
    ) -> Instance {
        let found = names
            .chars()
            .map(|name| of(self.at(name)).map_or('-', letter));
        let found: String = found.collect();
        Instance::new(what)
            .with("sites", names)
            .with("found", found.clone())
            .with("in the figure", claimed)
            .must(found == claimed)
            .or_say(format!(
                "{what}: for the sites {names} the model has {found}, Fig. 2 has {claimed}."
            ))
    }
}

/// Which of the two candidates' SEARCH_QUEUE arrives later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Later {
    /// That of A, who wins.
    OfTheWinner,
    /// That of D, who loses.
    OfTheLoser,
}

/// Fig. 2, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Figure2 {
    /// How section 5 is read.
    pub reading: Reading,
    /// Whose SEARCH_QUEUE arrives later.
    pub later: Later,
}

impl Model for Figure2 {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let (figure, setting) = (*self, "Fig. 2, with X and Y faulty");
        Ok(Domain::in_order(setting, move || steps(figure, mutant)))
    }
}

/// The figure, from (a) to (c).
fn steps(figure: Figure2, mutant: Option<Mutant>) -> Vec<Instance> {
    let last = |site: &Site| Some(site.tree.last);
    let next = |site: &Site| site.tree.next;
    let mut stage = Stage::set(figure.reading, mutant);
    let broken = stage.shown("(a) the next queue is broken", "GHABCDE", next, "HXBC-E-");
    let candidates = match figure.later {
        Later::OfTheWinner => ['D', 'A'],
        Later::OfTheLoser => ['A', 'D'],
    };
    for name in candidates {
        stage.fires(name, Timer::Commit);
    }
    stage.settle(|message| matches!(message, Message::Request { .. }));
    let two = stage.shown("(b) rules I and II: last of F, G and H", "FGH", last, "AAA");
    let three = stage.shown("(b) rule III: last of A, B and D", "ABD", last, "BCE");
    stage.fires('A', Timer::Answers);
    stage.settle(|_| false);
    let queue = stage.shown("(c) the next queue", "GHABCDE", next, "HABCDE-");
    let path = stage.shown("(c) last of A, B and C", "ABC", last, "DDD");
    let names = "GHABCDE".chars();
    let positions: Vec<_> = names.map(|name| stage.at(name).position).collect();
    let wanted: Vec<_> = (0..7).map(Some).collect();
    let placed = Instance::new("then every COMMIT arrives")
        .with("positions of G H A B C D E", format!("{positions:?}"))
        .must(positions == wanted);
    vec![broken, two, three, queue, path, placed]
}
