//! What was proved, as the ledger keeps it: a line for each claim.

use crate::File;
use crate::certificate::{sum, write};
use crate::mutate::assumed;
use crate::proof::Decided;
use crate::syntax::Protocol;

/// A line of JSON for each claim of a protocol: how large its certificate is, what it assumes, and of which file it speaks. Which
/// other solvers agree is not known here.
pub fn lines(file: File, protocol: &Protocol, decided: &[Decided]) -> String {
    let certificate = write(protocol, file.text, decided);
    let assumed: Vec<String> = assumed(protocol)
        .iter()
        .map(|what| quoted(&what.to_string()))
        .collect();
    let line = |claim: &String| {
        format!(
            "{{\"claim\":{},\"variant\":{},\"verdict\":\"proved\",\"obligations\":{},\"certificate\":{},\"assumes\":[{}],\"file\":{},\"hash\":{}}}\n",
            quoted(claim),
            quoted(&protocol.reading),
            decided.len(),
            certificate.len(),
            assumed.join(","),
            quoted(file.name),
            quoted(&sum(file.text)),
        )
    };
    protocol.claims.iter().map(line).collect()
}

/// A text of a protocol file in JSON; none has control characters, for no line of a file does.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
