//! The plug-in's API, as section II promises it: an application replaces its own sending and receiving of the
//! token by `SafeSendToken` and `SafeReceiveToken`, may have an `UpdateToken`, and knows nothing of
//! copies, counts and crashes.
//!
//! | paper | here |
//! |---|---|
//! | `SafeSendToken` | [`Api::safe_send`]; [`Api::launch`] for an object that does not exist from the start |
//! | `SafeReceiveToken` ... `DeliverToken` | [`Application::on_deliver`] |
//! | `UpdateToken` | [`Application::update_token`] |
//!
//! A [`Site`] has one instance of the plug-in ([`Held`]) for each object that an application sends around
//! the ring, in whichever direction, and one set `F` for all of them; [`Node`] is the actor. Nothing here or
//! there is about a particular application.
//!
//! # Logical time
//!
//! With one token, time is its count, as [`super`] explains. With several, each has a clock of its own,
//! and the counts of one say nothing about those of another. Then counts are not lowered; an application
//! whose objects travel for ever lets them wrap ([`Application::wrap`]), one that uses each
//! object a limited number of times needs nothing. In both cases a message is dropped if its delivery would change
//! nothing: with counts that only grow, what is not newer now never will be.

use super::node::Node;
use super::plugin::{Direction, Held, Launch, Outcome, Plugin, Token, TokenMessage};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use verdict_world::NodeSet;

/// An application of the plug-in.
pub trait Application: Clone + Send + Sync + 'static {
    /// What tells the objects it sends around the ring apart: all are tokens to the plug-in. Displayed
    /// as the name of the message, such as `TOKEN`.
    type Object: Copy + Debug + Display + Hash + Ord + Send + Sync;
    /// What an object carries.
    type Data: Clone + Debug + Hash + Ord + Serialize + Send + Sync;
    /// What the application remembers at a site.
    type Own: Clone + Debug + Eq + Hash + Serialize + Send + Sync;
    /// What it does at a site of its own accord.
    type Act: Clone + Debug + Hash + Ord + Send + Sync;
    /// What its sites say to each other without the plug-in.
    type Message: Clone + Debug + Hash + Ord + Send + Sync;

    /// Every object there can be; those with data exist from the start, at S_0.
    fn objects(&self) -> Vec<(Self::Object, Option<Self::Data>)>;

    /// Which way an object travels.
    fn direction(&self, object: Self::Object) -> Direction {
        let _ = object;
        Direction::Up
    }

    /// How far the counts of an object go on a ring of this many sites, if they are to wrap.
    fn wrap(&self, nodes: usize) -> Option<u64> {
        let _ = nodes;
        None
    }

    /// With which count an object is launched.
    fn launch(&self) -> Launch {
        Launch::NextCount
    }

    /// What the application remembers at site `i` at the start.
    fn start(&self, i: usize) -> Self::Own;

    /// `DeliverToken`: the site now holds the object.
    fn on_deliver(&self, site: &mut Api<Self>, object: Self::Object);

    /// `UpdateToken`: a copy of the object becomes the object at site `i`; `detected` is `#(D)`.
    fn update_token(
        &self,
        i: usize,
        own: &Self::Own,
        object: Self::Object,
        data: &mut Self::Data,
        detected: usize,
    ) {
        let _ = (i, own, object, data, detected);
    }

    /// What the application may do now.
    fn acts(&self, site: &Api<Self>) -> Vec<Self::Act>;

    /// It does so.
    fn on_act(&self, site: &mut Api<Self>, act: &Self::Act);

    /// A message of its own arrives.
    fn on_message(&self, site: &mut Api<Self>, from: usize, message: &Self::Message) {
        let _ = (site, from, message);
    }

    /// Whether the application itself wants to hear of the crash of `other`: it then does so, as it does when
    /// the plug-in monitors that site.
    fn monitors(&self, own: &Self::Own, other: usize) -> bool {
        let _ = (own, other);
        false
    }

    /// A crash is reported; the plug-in acts on it afterwards.
    fn on_suspect(&self, site: &mut Api<Self>, suspect: usize) {
        let _ = (site, suspect);
    }

    /// What a party beside the ring is called: places from N on are not on the ring, and have no copies.
    fn beside_the_ring(&self, i: usize) -> Option<&'static str> {
        let _ = i;
        None
    }

    /// The data with all counts of ring positions lowered.
    fn lower(&self, data: &Self::Data, by: u64) -> Self::Data {
        let _ = by;
        data.clone()
    }

    /// The data of the object once the ring has been turned by so many places, and all counts raised by as much; nothing if nobody
    /// has said what that is. Only an application that treats all sites alike, and remembers no name, has one.
    fn turned(&self, data: &Self::Data, by: u64) -> Option<Self::Data> {
        let _ = (data, by);
        None
    }

    /// An act as text: the first part of its label.
    fn act_name(&self, act: &Self::Act) -> String;

    /// Whether an act is a wish, which may come or not: no fairness makes it happen.
    fn is_wish(&self, act: &Self::Act) -> bool {
        let _ = act;
        false
    }

    /// What an object carries, as text; nothing if there is nothing to say.
    fn data_name(&self, data: &Self::Data) -> String {
        match size_of::<Self::Data>() {
            0 => String::new(),
            _ => format!("{data:?}"),
        }
    }

    /// Beginnings of the labels of its steps, each of which must be seen.
    fn vocabulary(&self) -> Vec<String>;
}

/// The variables of a site: the plug-in's for each object, `F`, and the application's own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(bound(serialize = "Object: Display + Ord, Data: Serialize, Own: Serialize"))]
pub struct Site<Object: Ord, Data, Own> {
    /// What the plug-in knows of each object.
    #[serde(flatten, serialize_with = "by_name")]
    pub held: BTreeMap<Object, Held<Data>>,
    /// `F`: the sites it knows to have crashed.
    #[serde(rename = "F")]
    pub faulty: NodeSet,
    /// Read line by line: the tokens and copies that wait for line 21, as they came.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_they_came")]
    pub inbox: Vec<(Object, TokenMessage<Data>)>,
    /// What the application remembers.
    #[serde(flatten)]
    pub own: Own,
}

/// A single object is shown as in the paper, by its variables; of several, those that the site has heard of,
/// by their names.
fn by_name<S: Serializer, Object: Display + Ord, Data: Serialize>(
    held: &BTreeMap<Object, Held<Data>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if held.len() == 1 {
        return held.values().next().serialize(serializer);
    }
    let heard_of = |held: &&Held<Data>| held.token != Token::None || held.count > 0;
    let known = held.iter().filter(|(_, held)| heard_of(held));
    serializer.collect_map(known.map(|(object, held)| (object.to_string(), held)))
}

/// Messages that wait, each with the name of its object.
fn as_they_came<S: Serializer, Object: Display, Data: Serialize>(
    inbox: &[(Object, TokenMessage<Data>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let named = inbox
        .iter()
        .map(|(object, message)| (object.to_string(), message));
    serializer.collect_seq(named)
}

/// The variables of a site with this application.
pub type SiteOf<App> =
    Site<<App as Application>::Object, <App as Application>::Data, <App as Application>::Own>;

/// What the sites say to each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message<Object, Data, Own> {
    /// `<TOKEN, S_T, count>`, for one of the objects.
    Token(Object, TokenMessage<Data>),
    /// What the application says without the plug-in.
    Own(Own),
}

/// The messages of an application.
pub type MessageOf<App> = Message<
    <App as Application>::Object,
    <App as Application>::Data,
    <App as Application>::Message,
>;

/// What an application can do at a site.
pub struct Api<'a, App: Application> {
    pub(super) node: &'a Node<App>,
    /// The site, i of S_i.
    pub me: usize,
    /// What the application remembers here.
    pub own: &'a mut App::Own,
    pub(super) held: &'a mut BTreeMap<App::Object, Held<App::Data>>,
    pub(super) inbox: &'a mut Vec<(App::Object, TokenMessage<App::Data>)>,
    pub(super) sends: Vec<(usize, MessageOf<App>)>,
}

impl<App: Application> Api<'_, App> {
    /// N.
    pub fn nodes(&self) -> usize {
        self.node.nodes()
    }

    /// k.
    pub fn k(&self) -> usize {
        self.node.k()
    }

    /// Whether the site is in the middle of `SafeSendToken`, so that what arrives has to wait.
    pub(super) fn is_busy(&self) -> bool {
        let mut held = self.held.iter();
        held.any(|(object, held)| self.node.plugin(*object).is_busy(held))
    }

    /// Line 23: whether this is newer than what the site knows. What is not will never be.
    pub(super) fn is_news(&self, object: App::Object, message: &TokenMessage<App::Data>) -> bool {
        let plugin = self.node.plugin(object);
        let held = self.held.get(&object);
        held.is_some_and(|held| plugin.is_newer(message.count, held.count))
    }

    /// Changes what an object carries that the site holds; copies that were sent before stay as they are.
    pub fn write(&mut self, object: App::Object, data: App::Data) {
        let held = self.held.get_mut(&object);
        if let Some(held) = held.filter(|held| held.token == Token::Real) {
            held.data = Some(data);
        }
    }

    /// What the object carries, if the site holds it.
    pub fn holds(&self, object: App::Object) -> Option<&App::Data> {
        let held = self.held.get(&object)?;
        let usable = held.token == Token::Real && held.sending.is_empty();
        held.data.as_ref().filter(|_| usable)
    }

    /// `SafeSendToken`: passes an object that the site holds on, with these data.
    pub fn safe_send(&mut self, object: App::Object, data: App::Data) {
        self.with(object, |plugin, me, held| {
            plugin.safe_send_token(me, held, data)
        });
    }

    /// `SafeSendToken` for an object that comes into being here.
    pub fn launch(&mut self, object: App::Object, data: App::Data) {
        let launch = self.node.application.launch();
        self.with(object, |plugin, me, held| {
            plugin.launch(me, held, data, launch)
        });
    }

    /// Says something to another site without the plug-in.
    pub fn send(&mut self, to: usize, message: App::Message) {
        self.sends.push((to, Message::Own(message)));
    }

    /// Lets a handler of the plug-in work on one object; answers whether it is delivered.
    pub(super) fn with(
        &mut self,
        object: App::Object,
        handler: impl FnOnce(&Plugin, usize, &mut Held<App::Data>) -> Outcome<App::Data>,
    ) -> bool {
        let Some(held) = self.held.get_mut(&object) else {
            return false; // not one of the application's objects
        };
        let outcome = handler(&self.node.plugin(object), self.me, held);
        let messages = outcome.sends.into_iter();
        self.sends
            .extend(messages.map(|(to, message)| (to, Message::Token(object, message))));
        outcome.delivered
    }
}
