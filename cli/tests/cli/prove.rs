//! `verdict prove`: what it says, what it refuses.

use crate::bad_input::assert_refusal;
use crate::support::Folder;

const CLAIM: &str = "basics/token-mutex/mutex";

#[test]
fn a_certificate_is_written_and_accepted_and_not_when_it_is_altered() {
    let folder = Folder::new();
    let ran = folder.verdict(&["prove", CLAIM, "--certificate", "token.certificate"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let beginning = "proved basics/token-mutex/mutex for every number of nodes: 15 obligations, ";
    assert!(ran.out.starts_with(beginning), "{}", ran.out);
    let check = ["prove", "--check", "token.certificate"];
    let ran = folder.verdict(&check);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out
            .starts_with("accepted basics/token-mutex/mutex: 15 obligations, ")
    );
    let whole = folder.read("token.certificate");
    let half = &whole[..whole.len() / 2];
    for (text, word) in [
        (half.to_owned(), "cut off"),
        (
            whole.replacen("\n0\n", "\n1 0\n0\n", 1),
            "cut off or altered",
        ),
        (
            whole.replacen("token-ring", "token-rong", 1),
            "there is no protocol `token-rong`",
        ),
        (
            whole.replacen("certificate 1", "certificate 2", 1),
            "expected version 1, found 2",
        ),
    ] {
        folder.write("token.certificate", &text);
        assert_refusal(
            &folder.verdict(&check),
            &check,
            &["token.certificate: line", word],
        );
    }
}

#[test]
fn a_claim_without_a_proof_and_a_file_that_is_none_are_refused() {
    let folder = Folder::new();
    let args = ["prove", "ring/circulates"];
    let words = ["`ring/circulates` has no proof", CLAIM];
    assert_refusal(&folder.verdict(&args), &args, &words);
    let args = ["prove", "--file", "mine.epr"];
    assert_refusal(&folder.verdict(&args), &args, &["mine.epr: cannot be read"]);
    folder.write(
        "mine.epr",
        "protocol p\nclaim \"a/b\" reading \"c\"\nsort node\nrelation r(nobody) \"x\"\n",
    );
    let words = ["mine.epr, line 4: there is no sort `nobody`"];
    assert_refusal(&folder.verdict(&args), &args, &words);
}

const ASSUMING: &str = "protocol p
claim \"a/b\" reading \"c\"
sort node
relation one(node) \"it has it\"
relation out(node) \"it has gone\"
init none \"at first\": forall N: node. not one(N) & not out(N)
action take(n: node) \"a node takes it\"
  assume gone: forall N: node. one(N) -> out(N)
  one(N) := one(N) & not out(N) | N = n & not out(N)
safety alone \"one has it\": forall N, M: node. one(N) & one(M) -> N = M
invariant here \"who has it has not gone\": forall N: node. one(N) -> not out(N)
run \"it is taken\": take reaching exists N: node. one(N)
";

#[test]
fn what_is_assumed_is_told_with_the_step_that_it_forbids() {
    let folder = Folder::new();
    folder.write("mine.epr", ASSUMING);
    let ran = folder.verdict(&["prove", "--file", "mine.epr"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let told =
        "  assumed: guard gone of take; without it take: alone is not inductive:\n  a state\n";
    assert!(ran.out.contains(told), "{}", ran.out);
    assert!(ran.out.contains("  take(n = "), "{}", ran.out);
}
