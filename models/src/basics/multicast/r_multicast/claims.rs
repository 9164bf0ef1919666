//! What is claimed of reliable multicast, and the verdict that each reading must get.

use super::super::b_multicast::{Mutant, Plain};
use super::super::group::Groups;
use super::super::layers::Record;
use super::super::process::Group;
use super::super::properties;
use super::super::setting::Setting;
use super::{DELIVER_FIRST, REPEAT_FIRST};
use verdict_checker::catalog::{Asked, Asks, Claim};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

/// One message, several crashes; two messages.
const SIZES: [[u64; 5]; 4] = [
    [3, 1, 0, 0, 1],
    [3, 1, 0, 0, 2],
    [3, 1, 1, 0, 2],
    [4, 1, 0, 0, 2],
];
const DEEP: [[u64; 5]; 2] = [[4, 1, 0, 0, 3], [5, 1, 0, 0, 2]];

const REPEATS: &str = "a process repeats a message, then delivers it";
const DELIVERS: &str = "a process delivers a message, then repeats it";

type Question = Asked<InWorld<Setting<Plain>>>;

fn live<M>(of: Setting<Plain>, property: impl Asks<Group<Plain>, M>) -> Question {
    of.asks(property)
        .sizes(SIZES)
        .deep(DEEP)
        .fair(properties::FAIR)
}

/// Both orders of repeating and delivering.
fn in_both_orders<M, A: Asks<Group<Plain>, M> + Copy>(property: A, kills: Mutant) -> [Question; 2] {
    [
        live(REPEAT_FIRST, property).reading("repeat-first", REPEATS),
        live(DELIVER_FIRST, property).reading("deliver-first", DELIVERS),
    ]
    .map(|asked| {
        asked
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .kills([kills])
    })
}

/// The claims, with their readings.
pub fn claims() -> Vec<Claim> {
    const PLACE: &str = "Reliable Multicast; Trivial Implementation of Rmulticast";
    let once = |of: Setting<Plain>| {
        let asked = of
            .asks(properties::integrity::<Plain>)
            .sizes(SIZES)
            .deep([[4, 1, 0, 0, 3], [3, 2, 1, 0, 1]]);
        asked
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .kills([Mutant::Twice])
    };
    vec![
        Claim::safety(
            "basics/r-multicast/integrity",
            PLACE,
            "A correct process R-delivers a message at most once, where each process B-multicasts \
             a message again when it first B-delivers it and discards further copies.",
        )
        .case(once(REPEAT_FIRST).reading("repeat-first", REPEATS))
        .case(once(DELIVER_FIRST).reading("deliver-first", DELIVERS))
        .case(
            REPEAT_FIRST
                .asks(properties::integrity_with_origin::<Plain>)
                .reading(
                    "only-what-was-multicast",
                    "as the textbooks have it: at most once, and only if it was multicast to the group; the slide \
                     leaves the second half out, and its definition is met by a process that invents messages",
                )
                .sizes(SIZES)
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Twice, Mutant::Forge]),
        ),
        Claim::liveness(
            "basics/r-multicast/validity",
            PLACE,
            "A correct process that R-multicasts a message eventually R-delivers it itself.",
        )
        .cases(in_both_orders(properties::validity::<Plain>, Mutant::Swallow))
        .case(
            live(REPEAT_FIRST.on(Groups::Open), properties::validity::<Plain>)
                .reading(
                    "open-group",
                    "to the letter, with a multicaster outside the group, which nobody sends anything",
                )
                .sizes([[3, 1, 0, 0, 0]])
                .not_deeper()
                .expect(Refuted),
        ),
        Claim::liveness(
            "basics/r-multicast/agreement",
            PLACE,
            "If a correct process R-delivers a message, all other correct processes of the group \
             eventually R-deliver it, even if the sender crashes in the middle of its multicast.",
        )
        .cases(in_both_orders(properties::agreement::<Plain>, Mutant::Silent))
        .case(
            live(REPEAT_FIRST.on(Groups::Open), properties::agreement::<Plain>)
                .reading("open-group", "the multicaster is not in the group")
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([Mutant::Silent]),
        ),
        Claim::liveness(
            "basics/r-multicast/uniform",
            PLACE,
            "If any process R-delivers a message, even one that crashes afterwards, all correct processes of the group \
             eventually R-deliver it; the slide asks for agreement among correct processes only.",
        )
        .case(
            live(REPEAT_FIRST, properties::uniform::<Plain>)
                .reading("repeat-first", REPEATS)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([Mutant::Silent]),
        )
        .case(
            live(DELIVER_FIRST, properties::uniform::<Plain>)
                .reading("deliver-first", DELIVERS)
                .sizes([[3, 1, 0, 0, 2]])
                .not_deeper()
                .expect(Refuted),
        )
        .case(
            live(DELIVER_FIRST, properties::uniform::<Plain>)
                .reading(
                    "deliver-first-one-crash",
                    "a process delivers a message, then repeats it; only one may crash: a multicaster that survives \
                     its multicast has sent it to all",
                )
                .sizes([[3, 1, 0, 0, 1], [3, 1, 1, 0, 1], [4, 1, 0, 0, 1]])
                .not_deeper()
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([Mutant::Silent]),
        ),
        Claim::liveness(
            "basics/r-multicast/proof-step",
            "Trivial Implementation of Rmulticast, the argument for agreement",
            "If a correct process does not R-deliver a message, then no other process has B-delivered it, because each \
             B-delivery happens before the local R-delivery.",
        )
        .case(
            live(REPEAT_FIRST.recording(Record::Receipts), properties::no_other_has_it::<Plain>)
                .reading(
                    "as-printed",
                    "no other process at all: one may B-deliver the message and crash before it has repeated it",
                )
                .sizes([[3, 1, 0, 0, 2]])
                .not_deeper()
                .expect(Refuted),
        )
        .case(
            live(REPEAT_FIRST.recording(Record::Receipts), properties::no_other_correct_has_it::<Plain>)
                .reading("correct", "no other correct process, which is what agreement needs")
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([Mutant::Silent]),
        )
        .case(
            DELIVER_FIRST
                .recording(Record::Past)
                .asks(properties::deliveries_are_related::<Plain>)
                .reading(
                    "happened-before",
                    "the reason given: of the R-delivery of one process and the B-delivery of another, one happens before the \
                     other",
                )
                .sizes([[3, 1, 0, 0, 0]])
                .expect(Refuted),
        ),
    ]
}
