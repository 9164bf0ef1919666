//! A site of the ring as an actor: the plug-in for each object, and the application above it.

use super::application::{Api, Application, Message, MessageOf, Site, SiteOf};
use super::plugin::{Back, Direction, Handover, Held, Mutant, Plugin, Reading, TokenMessage};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::collections::BTreeMap;
use verdict_world::{NodeSet, Renaming, Resident, Symmetry};

/// A site as an actor: the plug-in and an application.
#[derive(Clone, Debug)]
pub struct Node<App> {
    /// The plug-in, for an object that travels up.
    plugin: Plugin,
    /// The application.
    pub application: App,
}

/// A local step of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act<Object, Own> {
    /// The application acts.
    Own(Own),
    /// `SafeSendToken`, read line by line: the next copy is sent.
    SendTo(Object, u8),
}

impl<App: Application> Node<App> {
    /// A site of a ring of `nodes` that tolerates `k` consecutive crashes.
    pub fn new(nodes: usize, k: usize, application: App) -> Self {
        let plugin = Plugin {
            nodes,
            k,
            direction: Direction::Up,
            wrap: application.wrap(nodes),
            reading: Reading::MEANT,
            mutant: None,
        };
        Node {
            plugin,
            application,
        }
    }

    /// The same, with Fig. 2 read in another way, or changed.
    pub fn reading(mut self, reading: Reading, mutant: Option<Mutant>) -> Self {
        self.plugin.reading = reading;
        self.plugin.mutant = mutant;
        self
    }

    /// N.
    pub fn nodes(&self) -> usize {
        self.plugin.nodes
    }

    /// k.
    pub fn k(&self) -> usize {
        self.plugin.k
    }

    /// The instance of the plug-in for an object.
    pub fn plugin(&self, object: App::Object) -> Plugin {
        Plugin {
            direction: self.application.direction(object),
            ..self.plugin
        }
    }

    /// Lets a handler work on the actor's state, then offers what the application may do next.
    fn run(
        &self,
        me: usize,
        state: &mut Cow<SiteOf<App>>,
        out: &mut Out<Self>,
        handler: impl FnOnce(&mut Api<App>, &mut NodeSet),
    ) {
        let mut site = (**state).clone();
        let mut api = Api {
            node: self,
            me,
            own: &mut site.own,
            held: &mut site.held,
            inbox: &mut site.inbox,
            sends: Vec::new(),
        };
        handler(&mut api, &mut site.faulty);
        for (receiver, message) in std::mem::take(&mut api.sends) {
            out.send(Id::from(receiver), message);
        }
        self.offer(&api, out);
        if site != **state {
            *state = Cow::Owned(site);
        }
    }

    /// `SafeReceiveToken`, for one of the objects.
    fn receive(
        &self,
        api: &mut Api<App>,
        faulty: NodeSet,
        object: App::Object,
        message: TokenMessage<App::Data>,
    ) {
        let own = api.own.clone();
        let delivered = api.with(object, |plugin, me, held| {
            let update = |data: &mut App::Data, detected| {
                (self.application).update_token(me, &own, object, data, detected);
            };
            plugin.safe_receive_token(me, faulty, held, message, &update)
        });
        if delivered {
            self.application.on_deliver(api, object);
        }
    }

    fn offer(&self, site: &Api<App>, out: &mut Out<Self>) {
        let unsent = site.held.iter().flat_map(|(object, held)| {
            let receivers = held.sending.iter();
            receivers.map(move |j| Act::SendTo(*object, j as u8))
        });
        let mut acts: Vec<_> = unsent.collect();
        if acts.is_empty() && !self.stands_still(site.held) {
            let own = self.application.acts(site);
            acts = own.into_iter().map(Act::Own).collect();
        }
        out.choose_random("application", acts);
    }

    /// Where sites come back empty, counts are not lowered; so that the search ends, the application of a site that knows of one round
    /// and a half does nothing more. No fairness that such a reading is asked under owes it anything.
    fn stands_still(&self, held: &BTreeMap<App::Object, Held<App::Data>>) -> bool {
        let most = 3 * self.nodes() as u64 / 2;
        self.plugin.reading.back == Back::Empty && held.values().any(|held| held.count > most)
    }

    /// Whether it does not matter where on the ring one begins to count: a count that is a position then grows by the turn. Read line
    /// by line, the sends of line 18 are offered in the order of their receivers' numbers, which a turn changes.
    fn turns(&self, nodes: usize) -> bool {
        let turned = |(object, data): (App::Object, Option<App::Data>)| {
            let data = data.and_then(|data| self.application.turned(&data, 0));
            data.is_some() && self.application.direction(object) == Direction::Up
        };
        nodes == self.nodes()
            && self.period().is_some()
            && self.plugin.wrap.is_none()
            && self.plugin.reading.handover == Handover::OneStep
            && self.application.objects().into_iter().all(turned)
    }

    fn turned(&self, data: &App::Data, names: &Renaming) -> App::Data {
        let turned = self.application.turned(data, names.turn() as u64);
        turned.unwrap_or_else(|| data.clone())
    }

    fn turned_message(
        &self,
        message: &TokenMessage<App::Data>,
        names: &Renaming,
    ) -> TokenMessage<App::Data> {
        TokenMessage {
            holder: names.node(message.holder.into()) as u8,
            count: message.count + names.turn() as u64,
            data: self.turned(&message.data, names),
        }
    }

    /// Whether there is one object, so that its count is the time.
    fn single(site: &SiteOf<App>) -> Option<&Held<App::Data>> {
        site.held.values().next().filter(|_| site.held.len() == 1)
    }
}

impl<App: Application> Actor for Node<App> {
    type Msg = MessageOf<App>;
    type State = SiteOf<App>;
    type Timer = ();
    type Storage = ();
    type Random = Act<App::Object, App::Act>;

    fn on_start(&self, id: Id, storage: &Option<()>, out: &mut Out<Self>) -> Self::State {
        let i = usize::from(id);
        let on_the_ring = i < self.nodes();
        let is_back = storage.is_some();
        if self.plugin.reading.back == Back::Empty {
            out.save(()); // all that is stable is that it has been started before
        }
        let objects = self.application.objects().into_iter();
        let site = Site {
            held: objects
                .filter(|_| on_the_ring)
                .map(|(object, first)| {
                    let plugin = self.plugin(object);
                    let held =
                        (first.filter(|_| !is_back)).map(|data| plugin.initialisation(i, data));
                    (object, held.unwrap_or_else(Held::nothing))
                })
                .collect(),
            faulty: NodeSet::default(), // line 5
            inbox: Vec::new(),
            own: self.application.start(i),
        };
        let mut state = Cow::Owned(site);
        self.run(i, &mut state, out, |_, _| ());
        state.into_owned()
    }

    fn on_msg(
        &self,
        id: Id,
        state: &mut Cow<Self::State>,
        from: Id,
        message: Self::Msg,
        out: &mut Out<Self>,
    ) {
        self.run(id.into(), state, out, |api, faulty| match message {
            Message::Own(message) => self.application.on_message(api, from.into(), &message),
            Message::Token(object, message) if api.is_busy() => {
                if api.is_news(object, &message) {
                    api.inbox.push((object, message));
                }
            }
            Message::Token(object, message) => self.receive(api, *faulty, object, message),
        });
    }

    fn on_random(
        &self,
        id: Id,
        state: &mut Cow<Self::State>,
        act: &Self::Random,
        out: &mut Out<Self>,
    ) {
        self.run(id.into(), state, out, |api, faulty| match act {
            Act::Own(act) => self.application.on_act(api, act),
            Act::SendTo(object, j) => {
                api.with(*object, |plugin, me, held| {
                    plugin.send_next(me, usize::from(*j), held)
                });
                while !api.is_busy() && !api.inbox.is_empty() {
                    let (object, message) = api.inbox.remove(0);
                    self.receive(api, *faulty, object, message);
                }
            }
        });
    }
}

impl<App: Application> Resident for Node<App> {
    fn symmetry(&self, nodes: usize) -> Symmetry {
        match self.turns(nodes) {
            true => Symmetry::Rotations,
            false => Symmetry::None,
        }
    }

    fn rename(&self, site: &Self::State, names: &Renaming) -> Self::State {
        let held = site.held.iter().map(|(object, held)| {
            let turned = Held {
                token: held.token,
                count: held.count + names.turn() as u64,
                detection: names.set(held.detection),
                data: held.data.as_ref().map(|data| self.turned(data, names)),
                sending: names.set(held.sending),
                outdated: held.outdated,
                watched: names.set(held.watched),
            };
            (*object, turned)
        });
        let inbox = site.inbox.iter();
        Site {
            held: held.collect(),
            faulty: names.set(site.faulty),
            inbox: inbox
                .map(|(object, message)| (*object, self.turned_message(message, names)))
                .collect(),
            own: site.own.clone(),
        }
    }

    fn rename_message(&self, message: &Self::Msg, names: &Renaming) -> Self::Msg {
        match message {
            Message::Own(_) => message.clone(),
            Message::Token(object, message) => {
                Message::Token(*object, self.turned_message(message, names))
            }
        }
    }

    fn show_state(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Self::Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn on_suspect(&self, id: Id, state: &mut Cow<Self::State>, suspect: Id, out: &mut Out<Self>) {
        self.run(id.into(), state, out, |api, faulty| {
            self.application.on_suspect(api, suspect.into());
            *faulty = self.plugin.suspected(*faulty, suspect.into());
            let objects: Vec<_> = api.held.keys().copied().collect();
            for object in objects {
                let own = api.own.clone();
                let delivered = api.with(object, |plugin, me, held| {
                    let update = |data: &mut App::Data, detected| {
                        (self.application).update_token(me, &own, object, data, detected);
                    };
                    plugin.receive_suspected(me, *faulty, held, &update)
                });
                if delivered {
                    self.application.on_deliver(api, object);
                }
            }
        });
    }

    fn watches(&self, id: Id, site: &Self::State, other: Id) -> bool {
        let (me, other) = (usize::from(id), usize::from(other));
        let mut held = site.held.iter();
        held.any(|(object, held)| {
            let plugin = self.plugin(*object);
            plugin.monitors(me, site.faulty, held, other)
        }) || self.application.monitors(&site.own, other)
    }

    fn may_crash(&self, id: Id) -> bool {
        usize::from(id) < self.nodes()
    }

    fn node_name(&self, id: Id) -> String {
        let i = usize::from(id);
        match self.application.beside_the_ring(i) {
            Some(name) => name.to_owned(),
            None => format!("S{i}"),
        }
    }

    fn date(&self, site: &Self::State) -> Option<u64> {
        // With several objects: later than any message, so that whether one is stale is decided by its effect.
        // What line 18 has still to send may be older than what the site knows.
        Some(Self::single(site).map_or(u64::MAX - 1, |held| held.count - held.outdated))
    }

    fn date_of(&self, message: &Self::Msg) -> Option<u64> {
        match message {
            Message::Token(_, message) => Some(message.count),
            Message::Own(_) => None,
        }
    }

    fn period(&self) -> Option<u64> {
        let one = self.application.objects().len() == 1;
        one.then_some(self.plugin.nodes as u64)
    }

    fn lower(&self, site: &Self::State, by: u64) -> Self::State {
        let mut site = site.clone();
        for (_, message) in &mut site.inbox {
            message.count -= by;
            message.data = self.application.lower(&message.data, by);
        }
        for held in site.held.values_mut() {
            held.count -= by;
            held.data = (held.data.as_ref()).map(|data| self.application.lower(data, by));
        }
        site
    }

    fn lower_message(&self, message: &Self::Msg, by: u64) -> Self::Msg {
        match message {
            Message::Own(_) => message.clone(),
            Message::Token(object, message) => Message::Token(
                *object,
                TokenMessage {
                    count: message.count - by,
                    data: self.application.lower(&message.data, by),
                    ..message.clone()
                },
            ),
        }
    }

    fn message_name(&self, message: &Self::Msg) -> String {
        match message {
            Message::Own(message) => format!("{message:?}"),
            Message::Token(object, message) => {
                let TokenMessage {
                    holder,
                    count,
                    data,
                } = message;
                match &self.application.data_name(data)[..] {
                    "" => format!("{object}(S{holder}, {count})"),
                    data => format!("{object}(S{holder}, {count}, {data})"),
                }
            }
        }
    }

    /// Two messages of one channel with one holder differ by whole rounds, and the older is stale. With
    /// several objects counts are not lowered and may stay in the name.
    fn undated_name(&self, message: &Self::Msg) -> String {
        match message {
            Message::Token(object, token) if self.period().is_some() => {
                format!("{object}(S{})", token.holder)
            }
            _ => self.message_name(message),
        }
    }

    fn choice_name(&self, act: &Self::Random) -> String {
        match act {
            Act::Own(act) => self.application.act_name(act),
            Act::SendTo(_, j) => format!("send-to-S{j}"),
        }
    }

    fn choice_class(&self, act: &Self::Random) -> &'static str {
        match act {
            Act::Own(act) if self.application.is_wish(act) => "wish",
            _ => "local",
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        self.application.vocabulary()
    }
}
