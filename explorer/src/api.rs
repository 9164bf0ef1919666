//! What the live explorer asks. Nothing is kept from one question to the next but models that were built already: each question
//! says which claim, which world, and by which steps.

use crate::code::Code;
use crate::evidence::Evidence;
use crate::html::{percent, unpercent};
use crate::page::{Page, Place};
use crate::run::{About, Run, as_deciding};
use crate::server::{Request, Response};
use crate::{SCRIPT, page, site};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use verdict_checker::catalog::{Case, Catalog, Claim, Setup};
use verdict_checker::ledger::Ledger;
use verdict_checker::search::Limits;
use verdict_checker::size::Size;
use verdict_checker::stepping::{Goal, Looks, Stepping, Way};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::changes::short;
use verdict_checker::trace::{Trace, itf};

/// The longest walk.
const STEPS: usize = 2000;
/// Up to how many steps a walk is told with all its alternatives.
const ALTERNATIVES: usize = 120;
/// How many models are kept.
const KEPT: usize = 4;
/// How far a question may search.
fn patience() -> Limits {
    Limits {
        states: 2_000_000,
        bytes: 1 << 30,
        time: Duration::from_secs(20),
        threads: 2,
        ..Limits::default()
    }
}

/// The model behind the page.
pub struct Api<'a> {
    catalog: &'a Catalog,
    ledger: Option<Ledger>,
    /// The stored run of a case.
    stored: &'a (dyn Fn(&Case) -> Option<Trace> + Sync),
    on_code: &'a (dyn Fn(&Case) -> Vec<String> + Sync),
    built: Mutex<Vec<(Key, Arc<dyn AnySubject>)>>,
    searching: Mutex<()>,
}

type Key = (&'static str, &'static str, Setup);

/// A question.
#[derive(Deserialize)]
struct Asked {
    claim: String,
    variant: String,
    #[serde(default)]
    parameters: Map<String, Value>,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    mutant: Option<String>,
    #[serde(flatten)]
    way: Way,
    #[serde(default)]
    goal: Value,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    count: usize,
}

type Refused = (u16, String);

impl<'a> Api<'a> {
    /// The explorer of a catalog; `stored` finds the run that is kept of a case.
    pub fn new(
        catalog: &'a Catalog,
        ledger: Option<Ledger>,
        stored: &'a (dyn Fn(&Case) -> Option<Trace> + Sync),
    ) -> Self {
        Api {
            catalog,
            ledger,
            stored,
            on_code: &|_| Vec::new(),
            built: Mutex::default(),
            searching: Mutex::default(),
        }
    }

    /// With the commands that take real code through the run that is kept of a case.
    pub fn on_code(mut self, commands: &'a (dyn Fn(&Case) -> Vec<String> + Sync)) -> Self {
        self.on_code = commands;
        self
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request) -> Response {
        let answer = match (request.is_post, request.path.as_str()) {
            (false, "/") => self.page(&request.query),
            (false, "/assets/explorer.css") => {
                Ok(Response::of(200, "text/css; charset=utf-8", page::style()))
            }
            (false, "/assets/explorer.js") => {
                Ok(Response::of(200, "text/javascript; charset=utf-8", SCRIPT))
            }
            (true, "/api/walk") => self.ask(request, Self::walk),
            (true, "/api/toward") => self.ask(request, Self::toward),
            (true, "/api/wander") => self.ask(request, Self::wander),
            (true, "/api/trace") => self.ask(request, Self::trace),
            _ => Err((404, "there is nothing here".to_owned())),
        };
        answer.unwrap_or_else(|(status, why)| Response::refused(status, &why))
    }

    fn page(&self, query: &str) -> Result<Response, Refused> {
        let mut words = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decoded = unpercent(name).zip(unpercent(value));
            words.push(decoded.ok_or((400, "the address is not well formed".to_owned()))?);
        }
        let all = |name: &str| -> Vec<String> {
            let named = words.iter().filter(|(known, _)| known == name);
            named.map(|(_, value)| value.clone()).collect()
        };
        let Some(claim) = all("claim").pop() else {
            return Ok(Response::html(site::index_live(
                self.catalog,
                self.ledger.as_ref(),
            )));
        };
        let (claim, case) = self.case(&claim, all("variant").last().map(String::as_str))?;
        let mut setup = Setup {
            without: all("without"),
            with: all("with"),
            mutant: all("mutant").pop(),
            ..Setup::of(case.smallest())
        };
        for assignment in all("p") {
            let (name, value) = assignment
                .split_once('=')
                .ok_or_else(|| (400, format!("`{assignment}` sets nothing; expected p=N=3")))?;
            let value = value
                .parse()
                .map_err(|_| (400, format!("{name} cannot be `{value}`")))?;
            setup.size.set(name, value);
        }
        let subject = self.subject(case, &setup)?;
        let stored = (self.stored)(case).filter(|trace| {
            let plain = setup.is_plain() && all("p").is_empty();
            plain && trace.origin.dropped.is_empty() && trace.origin.mutant.is_none()
        });
        let evidence = Evidence::of(self.catalog, self.ledger.as_ref(), case);
        let is_stored = stored.is_some();
        let mut page = Page::recorded(self.catalog, claim, case, &evidence, stored, Place::Live);
        // Without a stored run of this very world the reader begins at its start, and not with a sample of another.
        if !is_stored {
            page.runs.clear();
            page.world = subject.setting();
            page.size = setup.size.in_words();
            page.setup = crate::run::Built::of(&setup);
        }
        page.whole = None;
        let page = page.taken_by((self.on_code)(case));
        Ok(Response::html(page.html()))
    }

    fn case(&self, claim: &str, variant: Option<&str>) -> Result<(&'a Claim, &'a Case), Refused> {
        let known = self.catalog.claim(claim);
        let known = known.ok_or_else(|| (404, format!("there is no claim `{claim}`")))?;
        let mut cases = known.cases.iter();
        let case = match variant {
            Some(variant) => cases.find(|case| case.variant == variant),
            None => cases.next(),
        };
        let missing = || (404, format!("{claim} has no such reading with a model"));
        Ok((known, case.ok_or_else(missing)?))
    }

    fn subject(&self, case: &'a Case, setup: &Setup) -> Result<Arc<dyn AnySubject>, Refused> {
        let key = (case.claim, case.variant, setup.clone());
        let lock = || self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, subject)) = lock().iter().find(|(known, _)| *known == key) {
            return Ok(subject.clone());
        }
        let subject = case
            .subject(setup)
            .map_err(|error| (400, error.to_string()))?;
        let subject: Arc<dyn AnySubject> = Arc::from(subject);
        let mut built = lock();
        built.insert(0, (key, subject.clone()));
        built.truncate(KEPT);
        Ok(subject)
    }

    fn ask(
        &self,
        request: &Request,
        what: fn(&Self, &Question<'_>) -> Result<Value, Refused>,
    ) -> Result<Response, Refused> {
        let asked: Asked = serde_json::from_slice(&request.body)
            .map_err(|error| (400, format!("this is no question: {error}")))?;
        if asked.way.steps.len() > STEPS || asked.count > STEPS {
            return Err((400, format!("a walk has at most {STEPS} steps")));
        }
        let (_, case) = self.case(&asked.claim, Some(&asked.variant))?;
        let mut size = Size::default();
        for (name, value) in &asked.parameters {
            let read = serde_json::from_value(value.clone());
            let read = read.map_err(|_| (400, format!("{name} is neither a number nor a word")))?;
            size.set(name, read);
        }
        let setup = Setup {
            size,
            without: asked.without.clone(),
            with: asked.with.clone(),
            mutant: asked.mutant.clone(),
        };
        let subject = self.subject(case, &setup)?;
        let stepping = subject
            .stepping()
            .ok_or_else(|| (400, "a measurement has no steps".to_owned()))?;
        let question = Question {
            case,
            setup: &setup,
            subject: &*subject,
            stepping,
            asked: &asked,
        };
        let answer = what(self, &question)?;
        Ok(Response::of(200, "application/json", answer.to_string()))
    }

    fn walk(&self, question: &Question<'_>) -> Result<Value, Refused> {
        let Question {
            case,
            setup,
            subject,
            stepping,
            asked,
        } = question;
        let alternatives = match asked.way.steps.len() {
            ..=ALTERNATIVES => usize::MAX,
            _ => 1,
        };
        let walked = stepping.walk(&asked.way, alternatives);
        let (lost, starts) = (walked.lost.clone(), walked.starts);
        let about = About {
            title: "Your run".to_owned(),
            ..About::default()
        };
        let run = Run::walked(*subject, setup, &asked.way, walked, about);
        let origin = subject.origin();
        let assumptions = case.assumptions().into_iter().map(|assumption| {
            let name = assumption.name;
            let dropped = setup.without.iter().any(|dropped| dropped == name);
            let added = setup.with.iter().any(|added| added == name);
            json!({
                "name": name,
                "meaning": assumption.meaning,
                "inForce": assumption.in_force && !dropped || added,
            })
        });
        let code = Code::of(self.catalog, case).lines(run.code_keys());
        Ok(json!({
            "run": run,
            "code": code,
            "lost": lost,
            "starts": starts,
            "world": format!("At {}: {}.", origin.size.in_words(), origin.world),
            "assumptions": assumptions.collect::<Vec<_>>(),
        }))
    }

    fn toward(&self, question: &Question<'_>) -> Result<Value, Refused> {
        let goal = match &question.asked.goal {
            Value::String(word) if word == "decided" => Goal::Decided,
            Value::String(word) if word == "premise" => Goal::Premise,
            Value::Object(fields) => match (fields.get("enabled"), fields.get("looks")) {
                (Some(Value::String(label)), None) => Goal::Enabled(label.clone()),
                (None, Some(Value::String(text))) => Goal::Looks(looks(text)),
                _ => return Err((400, "there is no such goal".to_owned())),
            },
            _ => return Err((400, "there is no such goal".to_owned())),
        };
        let Ok(_one_at_a_time) = self.searching.try_lock() else {
            return Err((429, "another search is running".to_owned()));
        };
        let found = question
            .stepping
            .toward(&question.asked.way, &goal, patience());
        Ok(json!({
            "steps": found.steps,
            "beforeLoop": found.before_loop,
            "states": found.states,
            "exhausted": found.exhausted,
        }))
    }

    fn wander(&self, question: &Question<'_>) -> Result<Value, Refused> {
        let Asked {
            way, seed, count, ..
        } = question.asked;
        let steps = question.stepping.wander(way, *seed, *count);
        Ok(json!({ "steps": steps }))
    }

    fn trace(&self, question: &Question<'_>) -> Result<Value, Refused> {
        let walked = question.stepping.walk(&question.asked.way, 0);
        let deciding = as_deciding(question.subject, &walked.run);
        let accepted = deciding.is_some();
        let trace = deciding.unwrap_or(walked.run);
        let why = question.subject.replay(&trace).err();
        let name = format!("{}-{}.itf.json", question.case.claim, question.case.variant);
        Ok(json!({
            "trace": itf::write(&trace),
            "name": crate::html::file_name(&name.replace('/', "-")),
            "accepted": accepted,
            "why": why.map(|why| why.to_string()),
        }))
    }
}

struct Question<'q> {
    case: &'q Case,
    setup: &'q Setup,
    subject: &'q dyn AnySubject,
    stepping: &'q dyn Stepping,
    asked: &'q Asked,
}

/// Whether a state looks like this: `S1.state = Inside`, `S1.state != Inside`, or words that stand anywhere in it.
fn looks(text: &str) -> Arc<Looks> {
    let condition = [("!=", false), ("=", true)];
    let parts = condition.iter().find_map(|(sign, equal)| {
        text.split_once(sign)
            .map(|(path, value)| (path, value, *equal))
    });
    match parts {
        Some((path, value, equal)) => {
            let path: Vec<String> = path.trim().split('.').map(str::to_owned).collect();
            let value = value.trim().to_owned();
            Arc::new(move |state| {
                let mut fields = path.iter();
                let mut found = fields.next().and_then(|name| state.get(name));
                for name in fields {
                    found = found.and_then(|value| value.get(name));
                }
                found.is_some_and(|found| (short(found) == value) == equal)
            })
        }
        None => {
            let words = text.trim().to_owned();
            Arc::new(move |state| {
                let mut all = state.iter();
                all.any(|(name, value)| format!("{name}: {}", short(value)).contains(&words))
            })
        }
    }
}

/// The address of a claim in the explorer: the path and what stands behind it. The steps stand behind `#`, by name.
pub fn address(claim: &str, variant: &str, setup: &Setup, way: Option<&Way>) -> String {
    let word = |text: &str| percent(text).replace('/', "%2F");
    let mut link = format!("/?claim={}&variant={}", percent(claim), word(variant));
    for (name, value) in setup.size.iter() {
        link += &format!("&p={}", word(&format!("{name}={value}")));
    }
    let lists = [("without", &setup.without), ("with", &setup.with)];
    for (kind, names) in lists {
        link.extend(names.iter().map(|name| format!("&{kind}={}", word(name))));
    }
    link.extend(
        setup
            .mutant
            .iter()
            .map(|name| format!("&mutant={}", word(name))),
    );
    if let Some(way) = way {
        link += &format!("#start={}", way.start);
        link.extend(way.steps.iter().map(|step| format!("&step={}", word(step))));
    }
    link
}
