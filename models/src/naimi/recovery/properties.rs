//! What is asked of section 5, in its own words.

use super::super::original::Phase;
use super::{Mechanism, Message, Recovery, Site, Sites};
use verdict_checker::property::{Promise, Property};
use verdict_world::{Event, Step, View};

type Seen<'a> = View<'a, Recovery>;

/// Where the tokens are: at sites, or on their way to them.
fn tokens(view: &Seen) -> Vec<usize> {
    let held = view.live().filter(|(_, site)| site.tree.token);
    let moving = view.messages().filter(|e| e.msg == Message::Token);
    held.map(|(i, _)| i)
        .chain(moving.map(|e| usize::from(e.dst)))
        .collect()
}

fn inside(view: &Seen) -> usize {
    let inside = |(_, site): &(usize, &Site)| site.tree.phase == Phase::Inside;
    view.live().filter(inside).count()
}

/// The live sites that have a position, smallest first.
fn positions(view: &Seen) -> Vec<(u8, usize)> {
    let placed = view
        .live()
        .filter_map(|(i, site)| Some((site.position?, i)));
    let mut placed: Vec<_> = placed.collect();
    placed.sort_unstable();
    placed
}

fn crashes(view: &Seen) -> usize {
    view.len() - view.live().count()
}

fn regenerated(view: &Seen, by: Option<Mechanism>) -> usize {
    let made = |site: &Site| match by {
        None => site.regenerated.is_some(),
        by => site.regenerated == by,
    };
    view.live().filter(|(_, site)| made(site)).count()
}

/// `S0 is inside with the token (position 0, next = S1); S1 is waiting (position 1 after S0); S2 has crashed.`
pub(super) fn portrait(sites: &Sites, state: &[u32]) -> String {
    let view = sites.view(state);
    let each = (0..view.len()).map(|i| {
        let Some(site) = view.node(i) else {
            return format!("S{i} has crashed");
        };
        let mut words = match (site.tree.phase, site.tree.token) {
            (Phase::Inside, _) => format!("S{i} is inside with the token"),
            (Phase::Idle, true) => format!("S{i} holds an idle token"),
            (Phase::Waiting, _) => format!("S{i} is waiting"),
            (Phase::Idle, false) => format!("S{i} is idle"),
        };
        let mut facts = Vec::new();
        match site.position {
            Some(position) => facts.push(format!("position {position}")),
            None if site.tree.phase == Phase::Waiting => facts.push("no position".to_owned()),
            None => {}
        }
        if let Some(closest) = site.predecessors.first() {
            facts.push(format!("behind {closest}"));
        }
        if let Some(next) = site.tree.next {
            facts.push(format!("next = {next}"));
        }
        if let Some(by) = site.regenerated {
            facts.push(format!("has regenerated the token by {by:?}"));
        }
        if !facts.is_empty() {
            words.push_str(&format!(" ({})", facts.join(", ")));
        }
        words
    });
    let moving = view.messages().filter(|e| e.msg == Message::Token);
    let moving = moving.map(|e| format!("a token is on its way to S{}", e.dst));
    format!("{}.", each.chain(moving).collect::<Vec<_>>().join("; "))
}

/// "There is always at most one token in the system", so "at most one site can execute the critical section".
pub fn one_token() -> Property<Sites> {
    Property::always("at most one token", |sites: &Sites, state| {
        tokens(&sites.view(state)).len() <= 1
    })
    .and("at most one site inside", |sites: &Sites, state| {
        inside(&sites.view(state)) <= 1
    })
    .when(|sites, state| inside(&sites.view(state)) > 0)
    .complain(portrait)
}

/// I1: "the site with the smallest position has the token".
pub fn i1() -> Property<Sites> {
    Property::always("I1", |sites: &Sites, state| {
        let view = sites.view(state);
        let first = positions(&view).first().copied();
        first.is_none_or(|(_, i)| view.node(i).is_some_and(|site| site.tree.token))
    })
    .when(|sites, state| positions(&sites.view(state)).len() > 1)
    .complain(portrait)
}

/// I1 with the token in transit: the smallest position has the token, or the token is on its way to it; if nobody
/// has a position, the token is on its way to a site that will have.
pub fn i1_in_transit() -> Property<Sites> {
    Property::always(
        "I1, the token perhaps in transit",
        |sites: &Sites, state| {
            let view = sites.view(state);
            let first = positions(&view).first().copied();
            first.is_none_or(|(_, i)| tokens(&view).contains(&i))
        },
    )
    .when(|sites, state| positions(&sites.view(state)).len() > 1)
    .complain(portrait)
}

/// I1 while the token is not lost.
pub fn i1_unless_lost() -> Property<Sites> {
    Property::always("I1 unless the token is lost", |sites: &Sites, state| {
        let view = sites.view(state);
        let first = positions(&view).first().copied();
        let tokens = tokens(&view);
        tokens.is_empty() || first.is_none_or(|(_, i)| tokens.contains(&i))
    })
    .when(|sites, state| {
        let view = sites.view(state);
        positions(&view).len() > 1 && crashes(&view) > 0
    })
    .complain(portrait)
}

/// I2: "the position ordering respects the order of next queue".
pub fn i2() -> Property<Sites> {
    Property::always("I2", |sites: &Sites, state| {
        let view = sites.view(state);
        view.live().all(|(_, site)| {
            let next = site.tree.next.and_then(|next| view.node(next.into()));
            match (site.position, next.and_then(|next| next.position)) {
                (Some(position), Some(behind)) => position < behind,
                _ => true,
            }
        })
    })
    .when(|sites, state| positions(&sites.view(state)).len() > 1)
    .complain(portrait)
}

/// I3: "after S_i got its position, no site can get a new position which is smaller than S_i's".
pub fn i3() -> Property<Sites> {
    Property::every_step("I3", |sites: &Sites, before, _, after| {
        let (earlier, later) = (sites.view(before), sites.view(after));
        later.live().all(|(i, site)| {
            let Some(position) = site.position else {
                return true;
            };
            let had = earlier.node(i).and_then(|site| site.position);
            had == Some(position)
                || positions(&earlier)
                    .iter()
                    .all(|(other, j)| *j == i || later.node(*j).is_none() || *other <= position)
        })
    })
    .when(|sites, state| positions(&sites.view(state)).len() > 1)
    .complain(portrait)
}

/// I3 as the order it stands for: no site gets ahead of one that had a position before.
pub fn i3_nobody_gets_ahead() -> Property<Sites> {
    Property::every_step("I3 as an order", |sites: &Sites, before, _, after| {
        let (earlier, later) = (sites.view(before), sites.view(after));
        let had = |i: usize| earlier.node(i).and_then(|site| site.position);
        let ahead = |i: usize, j: usize| {
            let (mine, other) = (had(i), had(j));
            mine.is_some() && mine < other
        };
        let now = positions(&later);
        now.iter().all(|(position, i)| {
            let passed = |(other, j): &(u8, usize)| position < other && had(*j).is_some();
            now.iter()
                .filter(|entry| passed(entry))
                .all(|(_, j)| ahead(*i, *j))
        })
    })
    .when(|sites, state| {
        let view = sites.view(state);
        positions(&view).len() > 1 && regenerated(&view, None) > 0
    })
    .complain(portrait)
}

/// I4: "two sites cannot have the same position".
pub fn i4() -> Property<Sites> {
    Property::always("I4", |sites: &Sites, state| {
        let positions = positions(&sites.view(state));
        positions.windows(2).all(|pair| pair[0].0 != pair[1].0)
    })
    .when(|sites, state| positions(&sites.view(state)).len() > 1)
    .complain(portrait)
}

/// Whether this step makes a token at a site that had none.
fn makes_a_token(earlier: &Seen, step: &Step, later: &Seen) -> bool {
    let Event::Timeout { node, .. } = step.event else {
        return false;
    };
    let has = |view: &Seen| view.node(node.into()).is_some_and(|site| site.tree.token);
    !has(earlier) && has(later)
}

/// "Only one site regenerates the token": when a site does, no token is there that another has regenerated before.
pub fn one_regenerator() -> Property<Sites> {
    Property::every_step("one regenerator", |sites: &Sites, before, step, after| {
        let (earlier, later) = (sites.view(before), sites.view(after));
        let again = makes_a_token(&earlier, step, &later) && regenerated(&earlier, None) > 0;
        !again || tokens(&earlier).is_empty()
    })
    .when(|sites, state| regenerated(&sites.view(state), None) > 0)
    .complain(portrait)
}

/// "M2 and M3 are not compatible": not one of each for the same loss. Meant for a single crash.
pub fn m2_m3_exclusive() -> Property<Sites> {
    Property::always("M2 and M3 exclusive", |sites: &Sites, state| {
        let view = sites.view(state);
        regenerated(&view, Some(Mechanism::M2)) == 0 || regenerated(&view, Some(Mechanism::M3)) == 0
    })
    .when(|sites, state| regenerated(&sites.view(state), Some(Mechanism::M2)) > 0)
    .complain(portrait)
}

/// "A site regenerates a token only when the latter has been lost."
pub fn only_if_lost() -> Property<Sites> {
    Property::every_step(
        "regenerates only if lost",
        |sites: &Sites, before, step, after| {
            let (earlier, later) = (sites.view(before), sites.view(after));
            !makes_a_token(&earlier, step, &later) || tokens(&earlier).is_empty()
        },
    )
    .when(|sites, state| regenerated(&sites.view(state), None) > 0)
    .complain(portrait)
}

/// "A site requesting entry to the critical section will eventually succeed", unless it crashes.
pub fn progress(sites: &Sites) -> Property<Sites> {
    let enters = (0..sites.actors().len()).map(|i| {
        let phase = move |sites: &Sites, state: &[u32]| {
            let view = sites.view(state);
            view.node(i).map(|site| site.tree.phase)
        };
        Promise::leads_to(
            format!("S{i}, having asked, enters its critical section or crashes"),
            move |sites: &Sites, state| phase(sites, state) == Some(Phase::Waiting),
            move |sites: &Sites, state| matches!(phase(sites, state), Some(Phase::Inside) | None),
        )
    });
    Property::promises("progress", enters.collect()).complain(portrait)
}

/// I4 as long as no token has been regenerated: then two tokens are not what makes two positions equal.
pub fn i4_with_the_first_token() -> Property<Sites> {
    Property::always("I4 with the first token", |sites: &Sites, state| {
        let view = sites.view(state);
        let positions = positions(&view);
        let distinct = positions.windows(2).all(|pair| pair[0].0 != pair[1].0);
        distinct || regenerated(&view, None) > 0
    })
    .when(|sites, state| {
        let view = sites.view(state);
        positions(&view).len() > 1 && crashes(&view) > 0
    })
    .complain(portrait)
}

/// How many waiting sites are before this one in the order of positions, if it waits with one.
fn waiting_before(view: &Seen, node: usize) -> Option<(u8, usize)> {
    let waits = |site: &Site| site.tree.phase == Phase::Waiting;
    let position = view.node(node).filter(|site| waits(site))?.position?;
    let before = view.live().filter(|(_, site)| waits(site));
    let before = before.filter(|(_, site)| site.position.is_some_and(|other| other < position));
    Some((position, before.count()))
}

/// "After receiving the COMMIT message, a site has its position p in next queue which ensures that it will access the
/// critical section after at most p - 1 other critical section accesses": when it gets its position, at most p - 1 sites
/// wait before it, and from then on each access of another site leaves one less.
pub fn position_bounds_wait() -> Property<Sites> {
    Property::every_step("at most p - 1 others", |sites: &Sites, before, _, after| {
        let (earlier, later) = (sites.view(before), sites.view(after));
        let is_inside = |view: &Seen, i: usize| {
            view.node(i)
                .is_some_and(|site| site.tree.phase == Phase::Inside)
        };
        let entered =
            (0..later.len()).filter(|i| is_inside(&later, *i) && !is_inside(&earlier, *i));
        let entered = entered.count();
        (0..later.len()).all(|i| {
            let Some((position, now)) = waiting_before(&later, i) else {
                return true;
            };
            match waiting_before(&earlier, i) {
                None => now < usize::from(position).max(1),
                Some((_, then)) => now + entered <= then,
            }
        })
    })
    .when(|sites, state| positions(&sites.view(state)).len() > 2)
    .complain(portrait)
}

/// Whether M3 has begun, as far as a live site or a message in transit tells; needs
/// [`Counted::QueueSearches`](super::Counted::QueueSearches).
fn m3_has_run(view: &Seen) -> bool {
    let heard = view.live().any(|(_, site)| site.counted > 0);
    heard
        || view
            .messages()
            .any(|e| matches!(e.msg, Message::SearchQueue { .. }))
}

/// M1 and M2 preserve the order: as long as M3 has not run, nobody enters before a site that waits with a position
/// that is not greater.
pub fn order_preserved() -> Property<Sites> {
    Property::always("in the order of positions", |sites: &Sites, state| {
        let view = sites.view(state);
        if m3_has_run(&view) {
            return true;
        }
        let inside = view
            .live()
            .filter(|(_, site)| site.tree.phase == Phase::Inside);
        let mut entered = inside.filter_map(|(_, site)| site.position);
        entered.all(|position| {
            view.live().all(|(_, site)| {
                site.tree.phase != Phase::Waiting || site.position.is_none_or(|p| p > position)
            })
        })
    })
    .when(|sites, state| {
        let view = sites.view(state);
        let recovered = crashes(&view) > 0 && !m3_has_run(&view);
        recovered && inside(&view) > 0 && positions(&view).len() > 1
    })
    .complain(portrait)
}

/// "We have added just one message per token request": a site gets at most one COMMIT for each.
pub fn one_commit() -> Property<Sites> {
    Property::always("one COMMIT for each request", |sites: &Sites, state| {
        let view = sites.view(state);
        view.live().all(|(_, site)| {
            let waiting = u8::from(site.tree.phase == Phase::Waiting);
            site.counted <= site.accesses + waiting
        })
    })
    .when(|sites, state| sites.view(state).live().any(|(_, site)| site.counted > 0))
    .complain(portrait)
}

/// The timeouts are long enough: without a crash nobody makes a broadcast.
pub fn no_false_alarm() -> Property<Sites> {
    Property::always("no false alarm", |sites: &Sites, state| {
        let view = sites.view(state);
        crashes(&view) > 0 || view.live().all(|(_, site)| site.counted == 0)
    })
    .when(|sites, state| positions(&sites.view(state)).len() > 1)
    .complain(portrait)
}

/// "Our algorithm requires at most one broadcast": one for each crash.
pub fn one_broadcast() -> Property<Sites> {
    Property::always("one broadcast", |sites: &Sites, state| {
        let view = sites.view(state);
        let broadcasts: u8 = view.live().map(|(_, site)| site.counted).sum();
        usize::from(broadcasts) <= crashes(&view)
    })
    .when(|sites, state| sites.view(state).live().any(|(_, site)| site.counted > 0))
    .complain(|sites, state| {
        let view = sites.view(state);
        let made = view.live().filter(|(_, site)| site.counted > 0);
        let made = made.map(|(i, site)| match site.counted {
            1 => format!("S{i} has made a broadcast"),
            several => format!("S{i} has made {several} broadcasts"),
        });
        let crashes = crashes(&view);
        let made = made.collect::<Vec<_>>().join(", ");
        format!("{made}, for {crashes} crash. {}", portrait(sites, state))
    })
}
