//! The claims about the applications, each reading with its sizes and the verdict it must get.

use super::super::Ring;
use super::super::application::Application;
use super::super::claims as ring_claims;
use super::super::plugin::{Launch, Mutant as PluginMutant, Reading as PluginReading};
use super::super::setting::{fair, fair_to_messages, judge, ring};
use super::chang_roberts::{self, ChangRoberts, Leadership, Reading, Takeover};
use super::le_lann::{self, LeLann};
use super::martin::{self, Martin};
use super::{mutual_exclusion, progress};
use crate::catalog::{Case, Parameter, Setup, SetupError, Sources, build};
use crate::world;
use verdict_checker::judge::{FairClasses, Judge};
use verdict_checker::property::Property;
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "N",
        meaning: "sites on the ring",
    },
    Parameter {
        name: "k",
        meaning: "consecutive crashes to be tolerated",
    },
    Parameter {
        name: "A",
        meaning: "sites that ever ask: for the resource, or to be leader",
    },
    Parameter {
        name: "R",
        meaning: "times that each of them may ask",
    },
];

/// The files that define the applications.
const SOURCES: Sources = &[
    (
        "ring/applications/chang_roberts.rs",
        include_str!("chang_roberts.rs"),
    ),
    ("ring/applications/le_lann.rs", include_str!("le_lann.rs")),
    ("ring/applications/martin.rs", include_str!("martin.rs")),
    ("ring/applications/mod.rs", include_str!("mod.rs")),
];

const FAIR_TO_MESSAGES: &str =
    "weak, for every delivery and every report of a crash; no wish is owed";

const FAIR: &str = "weak, for every delivery, every report of a crash and every leaving of the resource; no wish is owed";

/// R, if it is small enough to be counted.
fn times(setup: &Setup) -> Result<u8, SetupError> {
    let value = setup.get("R");
    let expected = "a site asks 1 to 9 times".to_owned();
    match u8::try_from(value) {
        Ok(times @ 1..=9) => Ok(times),
        _ => Err(SetupError::OutOfRange {
            name: "R".to_owned(),
            value,
            expected,
        }),
    }
}

/// A, if there are as many sites.
fn askers(setup: &Setup, nodes: usize) -> Result<usize, SetupError> {
    let value = setup.get("A");
    match usize::try_from(value) {
        Ok(askers) if (1..=nodes).contains(&askers) => Ok(askers),
        _ => Err(SetupError::OutOfRange {
            name: "A".to_owned(),
            value,
            expected: format!("1 to {nodes} of the sites ask"),
        }),
    }
}

/// For a reading that is about k = 1 and falls beyond.
fn one_in_a_row(setup: &Setup) -> Result<(), SetupError> {
    match setup.get("k") {
        1 => Ok(()),
        value => Err(SetupError::OutOfRange {
            name: "k".to_owned(),
            value,
            expected: "this reading is about k = 1; two-dead-claims is about more".to_owned(),
        }),
    }
}

/// An application on the ring of section II, judged.
fn judged<App: Application>(
    setup: &Setup,
    application: App,
    property: Property<Ring<App>>,
    fairness: FairClasses,
) -> Result<Box<dyn Judge>, SetupError> {
    judge(
        setup,
        ring(setup, application, PluginReading::MEANT)?,
        property,
        fairness,
    )
}

/// The same, with no crash.
fn without_crashes(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.with.push("no-crash".to_owned());
    setup
}

fn le_lann(
    setup: &Setup,
    property: impl Fn(usize) -> Property<Ring<LeLann>>,
) -> Result<Box<dyn Judge>, SetupError> {
    let mutant = setup.mutant.as_deref().and_then(le_lann::Mutant::named);
    let property = property(setup.get("N") as usize);
    judged(setup, LeLann { mutant }, property, fair())
}

fn martin(
    setup: &Setup,
    launch: Launch,
    property: impl Fn(usize, usize) -> Property<Ring<Martin>>,
) -> Result<Box<dyn Judge>, SetupError> {
    let nodes = setup.get("N") as usize;
    let askers = askers(setup, nodes)?;
    let application = Martin {
        nodes,
        askers,
        wishes: times(setup)?,
        launch,
        mutant: setup.mutant.as_deref().and_then(martin::Mutant::named),
    };
    judged(setup, application, property(nodes, askers), fair())
}

/// Progress of the sites that ask.
fn martin_progress(nodes: usize, askers: usize) -> Property<Ring<Martin>> {
    progress((1..=askers).map(|i| i % nodes))
}

fn election(
    setup: &Setup,
    reading: Reading,
    property: Property<Ring<ChangRoberts>>,
) -> Result<Box<dyn Judge>, SetupError> {
    let nodes = setup.get("N") as usize;
    let application = ChangRoberts {
        nodes,
        claims: times(setup)?,
        candidates: askers(setup, nodes)?,
        reading,
        mutant: setup
            .mutant
            .as_deref()
            .and_then(chang_roberts::Mutant::named),
    };
    judged(setup, application, property, fair_to_messages())
}

const LE_LANN: Case = Case {
    claim: "ring/le-lann/mutex",
    variant: "as-worded",
    reading: "a site that receives the token uses it if it wants to, and sends it on otherwise; wishes without end",
    expected: Holds,
    parameters: &[PARAMETERS[0], PARAMETERS[1]],
    sizes: &[&[3, 1], &[4, 1], &[4, 2]],
    deep: &[],
    assumptions: &[],
    kills: &[],
    mutants: &[
        (
            "enter-at-once",
            "a site that wants the resource enters without the token",
        ),
        (
            "pass-on-entry",
            "a site passes the token on when it enters, not when it leaves",
        ),
        (
            "pass-always",
            "a site passes the token on although it wants the resource",
        ),
        PluginMutant::NAMES[0],
        PluginMutant::NAMES[1],
        PluginMutant::NAMES[2],
        PluginMutant::NAMES[4],
        PluginMutant::NAMES[5],
        PluginMutant::NAMES[6],
    ],
    fairness: "",
    sources: &[SOURCES, ring_claims::SOURCES, world::SOURCES],
    build: build!(|setup| le_lann(setup, |_| mutual_exclusion())),
};

const MARTIN: Case = Case {
    claim: "ring/martin/mutex",
    variant: "as-worded",
    reading: "requests go against the token, each an object of its own, sent with the next count of its site",
    parameters: PARAMETERS,
    sizes: &[&[3, 1, 2, 1]],
    deep: &[&[3, 1, 3, 1], &[3, 1, 2, 2], &[4, 1, 2, 1], &[4, 2, 1, 1]],
    mutants: &[
        (
            "enter-on-request",
            "a site whose own request comes back enters",
        ),
        (
            "hand-on-inside",
            "a site that is asked while it is inside hands the token on at once",
        ),
        (
            "no-memory",
            "a site that passes a request on does not remember it",
        ),
        (
            "swallow-request",
            "a site without the token keeps a request for itself",
        ),
        (
            "holder-asks",
            "a site that has the token asks for it all the same",
        ),
        PluginMutant::NAMES[1],
        PluginMutant::NAMES[5],
        PluginMutant::NAMES[6],
    ],
    build: build!(|setup| martin(setup, Launch::NextCount, |_, _| mutual_exclusion())),
    ..LE_LANN
};

const ELECTION: Case = Case {
    claim: "ring/chang-roberts/unique",
    variant: "for-good",
    reading: "who receives its own claim is leader for good; a claim that was taken in comes to life when its taker \
              crashes",
    sizes: &[&[3, 1, 2, 1]],
    deep: &[],
    mutants: &[
        (
            "pass-worse",
            "a site passes the claims of worse candidates on",
        ),
        (
            "register-nobody",
            "a site that passes a claim on does not register the candidate",
        ),
        (
            "never-elected",
            "a site that receives its own claim passes it on",
        ),
        (
            "elected-though-outdone",
            "a site is elected although it has passed a better claim on",
        ),
        ("leader-passes-on", "a leader passes better claims on"),
        (
            "take-over-any",
            "line 48 dropped: UpdateToken takes any claim over",
        ),
        PluginMutant::NAMES[5],
    ],
    build: build!(|setup| election(setup, Reading::MEANT, chang_roberts::unique())),
    ..MARTIN
};

const LIVE_LEADER: Case = Case {
    claim: "ring/chang-roberts/live-leader",
    fairness: FAIR_TO_MESSAGES,
    build: build!(|setup| election(setup, Reading::MEANT, chang_roberts::live_leader())),
    ..ELECTION
};

const STEPS_DOWN: Reading = Reading {
    leadership: Leadership::StepsDown,
    ..Reading::MEANT
};

const REPAIRED: Reading = Reading {
    leadership: Leadership::Guarded,
    takeover: Takeover::Skipped,
    launch: Launch::NextRound,
    ..Reading::MEANT
};

const REPAIR: &str = "the repair: a leader takes every other claim in, nobody is elected who has passed a better claim \
                      on, UpdateToken takes over the claim of a skipped candidate, each claim is a round newer than \
                      the last";

/// Every case about the applications.
pub const CASES: &[Case] = &[
    Case {
        kills: &[
            "enter-at-once",
            "pass-on-entry",
            "keep-token",
            "one-crash-suffices",
        ],
        assumptions: &[
            ("no-loss", Holds),
            ("no-duplicates", Holds),
            ("at-most-k-in-a-row", Holds),
            ("crash-stop", Refuted),
            ("perfect-detector", Refuted),
            ("initial-backups", Holds),
        ],
        ..LE_LANN
    },
    Case {
        claim: "ring/le-lann/progress",
        kills: &["pass-always", "send-one-less", "forget-suspicion"],
        assumptions: &[
            ("no-loss", Refuted),
            ("no-duplicates", Holds),
            ("at-most-k-in-a-row", Refuted),
            ("initial-backups", Refuted),
        ],
        fairness: FAIR,
        build: build!(|setup| le_lann(setup, |nodes| progress(0..nodes))),
        ..LE_LANN
    },
    Case {
        kills: &["enter-on-request", "hand-on-inside"],
        assumptions: &[("no-loss", Holds), ("perfect-detector", Refuted)],
        ..MARTIN
    },
    Case {
        claim: "ring/martin/progress",
        variant: "next-count",
        reading: "a second request has the next count of its site (line 17); whoever passed the first on has counted \
                  as far and takes it for an old one; no crash is needed",
        expected: Refuted,
        sizes: &[&[3, 1, 2, 2]],
        deep: &[],
        fairness: FAIR,
        build: build!(|setup| martin(&without_crashes(setup), Launch::NextCount, martin_progress)),
        ..MARTIN
    },
    Case {
        claim: "ring/martin/progress",
        variant: "next-round",
        reading: "the repair: a request has a count one round higher than the last of its site",
        sizes: &[&[3, 1, 2, 1], &[4, 1, 2, 1]],
        deep: &[&[3, 1, 2, 2], &[3, 1, 3, 1], &[4, 2, 1, 1]],
        kills: &["swallow-request", "forget-suspicion", "no-memory"],
        assumptions: &[("no-loss", Refuted), ("at-most-k-in-a-row", Refuted)],
        fairness: FAIR,
        build: build!(|setup| martin(setup, Launch::NextRound, martin_progress)),
        ..MARTIN
    },
    Case {
        claim: "ring/martin/progress",
        variant: "next-round-without-crashes",
        reading: "the repair, if nobody crashes: requests again and again",
        sizes: &[&[3, 1, 2, 2]],
        deep: &[],
        kills: &["swallow-request"],
        fairness: FAIR,
        build: build!(|setup| martin(&without_crashes(setup), Launch::NextRound, martin_progress)),
        ..MARTIN
    },
    Case {
        claim: "ring/martin/bounded-requests",
        variant: "every-state",
        reading: "at most N - 1 requests are pending in every state; but while the token is in flight all N sites may ask",
        expected: Refuted,
        sizes: &[&[3, 1, 3, 1]],
        deep: &[],
        build: build!(|setup| martin(setup, Launch::NextRound, |_, _| martin::bounded_requests())),
        ..MARTIN
    },
    Case {
        claim: "ring/martin/bounded-requests",
        variant: "while-held",
        reading: "at most N - 1 requests are pending while a site holds the token, if nobody crashes",
        sizes: &[&[3, 1, 3, 1]],
        deep: &[],
        kills: &["holder-asks"],
        build: build!(|setup| {
            martin(&without_crashes(setup), Launch::NextRound, |_, _| {
                martin::bounded_while_held()
            })
        }),
        ..MARTIN
    },
    Case {
        expected: Refuted,
        ..ELECTION
    },
    Case {
        variant: "steps-down",
        reading: "who receives its own claim is leader until it passes a better claim on",
        expected: Refuted,
        build: build!(|setup| election(setup, STEPS_DOWN, chang_roberts::unique())),
        ..ELECTION
    },
    Case {
        variant: "repaired",
        reading: REPAIR,
        sizes: &[&[3, 1, 3, 1], &[3, 1, 3, 2], &[4, 1, 4, 1]],
        deep: &[&[4, 2, 4, 1], &[4, 1, 4, 2]],
        kills: &[
            "elected-though-outdone",
            "leader-passes-on",
            "pass-worse",
            "take-over-any",
        ],
        assumptions: &[
            ("no-loss", Holds),
            ("at-most-k-in-a-row", Holds),
            ("perfect-detector", Refuted),
        ],
        build: build!(|setup| election(setup, REPAIRED, chang_roberts::unique())),
        ..ELECTION
    },
    Case {
        variant: "without-update-token",
        reading: "no UpdateToken: the claim of a crashed candidate that nobody outdoes goes around for ever",
        expected: Refuted,
        sizes: &[&[3, 1, 1, 1]],
        build: build!(|setup| {
            let reading = Reading {
                takeover: Takeover::Never,
                ..Reading::MEANT
            };
            election(setup, reading, chang_roberts::live_leader())
        }),
        ..LIVE_LEADER
    },
    Case {
        variant: "one-claim-each",
        reading: "lines 47-49 as printed, one claim of each site, k = 1",
        sizes: &[&[3, 1, 3, 1], &[4, 1, 4, 1]],
        kills: &["never-elected", "register-nobody"],
        build: build!(|setup| {
            one_in_a_row(setup)?;
            election(setup, Reading::MEANT, chang_roberts::live_leader())
        }),
        ..LIVE_LEADER
    },
    Case {
        variant: "second-claim",
        reading: "lines 47-49 as printed; a second claim has the next count of its site, and loses both itself and the first",
        expected: Refuted,
        sizes: &[&[3, 1, 1, 2]],
        ..LIVE_LEADER
    },
    Case {
        variant: "two-dead-claims",
        reading: "lines 47-49 as printed, k = 2: the claims of two crashed candidates go around for ever, each making the \
                  sites forget that the other was registered",
        expected: Refuted,
        sizes: &[&[4, 2, 2, 1]],
        ..LIVE_LEADER
    },
    Case {
        variant: "repaired",
        reading: REPAIR,
        sizes: &[&[3, 1, 3, 1], &[4, 1, 4, 1], &[4, 2, 2, 1]],
        deep: &[&[4, 2, 4, 1]],
        kills: &["never-elected"],
        assumptions: &[("no-loss", Refuted), ("at-most-k-in-a-row", Refuted)],
        build: build!(|setup| election(setup, REPAIRED, chang_roberts::live_leader())),
        ..LIVE_LEADER
    },
    Case {
        variant: "repaired-second-claim",
        reading: "the repair, with a second claim while the first is under way: a crash amid its sends leaves a copy that \
                  outdates the first and names a holder that never hears of it",
        expected: Refuted,
        sizes: &[&[3, 1, 1, 2]],
        build: build!(|setup| election(setup, REPAIRED, chang_roberts::live_leader())),
        ..LIVE_LEADER
    },
];
