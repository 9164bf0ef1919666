//! A trace as a log for ShiViz, which draws a space-time diagram from vector clocks.
//!
//! A file for ShiViz has on its first line the regular expression that takes the log apart, on its
//! second the delimiter between several runs (none here), and then the log: two lines for each event.
//! A clock names only hosts that have had an event, counting from 1; ShiViz rejects zeros.

use super::causality::{Causality, clocks};
use super::{Role, Trace};
use serde_json::{Map, Value};

/// What ShiViz needs to know to read the log.
const PARSER: &str = r"(?<host>\S*) (?<clock>{.*})\n(?<event>.*)";

/// The trace as a file for ShiViz.
///
/// Losses and duplications happen on a channel, which has a host of its own (`S0->S2`); steps of no
/// lane at all are on the host `world`.
pub fn to_shiviz(trace: &Trace) -> String {
    let order = Causality::of(trace);
    let mut hosts: Vec<String> = Vec::new();
    for lane in &trace.lanes {
        add_host(&mut hosts, lane);
    }
    let mut others: Vec<(String, usize)> = Vec::new();
    let mut host_of = Vec::new();
    let mut direct = Vec::new();
    let mut last_on_host: Vec<Option<usize>> = vec![None; hosts.len()];
    for (index, step) in trace.steps.iter().enumerate() {
        let host = step.lane(&trace.lanes).unwrap_or_else(|| {
            let name = match (step.role(), step.channel(&trace.lanes)) {
                (Role::Lose | Role::Duplicate, Some((from, to))) => {
                    format!("{}->{}", trace.lanes[from], trace.lanes[to])
                }
                _ => "world".to_owned(),
            };
            if let Some((_, host)) = others.iter().find(|(known, _)| *known == name) {
                return *host;
            }
            let host = add_host(&mut hosts, &name);
            last_on_host.push(None);
            others.push((name, host));
            host
        });
        let mut causes = order.direct_causes(index).to_vec();
        causes.extend(last_on_host[host].replace(index));
        direct.push(causes);
        host_of.push(Some(host));
    }

    let mut log = format!("{PARSER}\n\n");
    let clocks = clocks(&direct, &host_of, hosts.len());
    for ((step, clock), host) in trace.steps.iter().zip(clocks).zip(host_of.iter().flatten()) {
        let clock: Map<String, Value> = hosts
            .iter()
            .zip(clock)
            .filter(|(_, time)| *time > 0)
            .map(|(host, time)| (host.clone(), Value::from(time)))
            .collect();
        let event = one_line(&step.label);
        log.push_str(&format!(
            "{} {}\n{event}\n",
            hosts[*host],
            Value::Object(clock)
        ));
    }
    log
}

/// Adds a host under a name that ShiViz can read and that no other host has.
fn add_host(hosts: &mut Vec<String>, name: &str) -> usize {
    let unfit = |c: char| c.is_whitespace() || c.is_control();
    let mut name = name.replace(unfit, "_");
    while name.is_empty() || hosts.contains(&name) {
        name.push('_');
    }
    hosts.push(name);
    hosts.len() - 1
}

/// An event is one line, and not an empty one.
fn one_line(label: &str) -> String {
    let words: Vec<&str> = label
        .split(|c: char| c.is_whitespace() || c.is_control())
        .collect();
    match words.join(" ").trim() {
        "" => "(no label)".to_owned(),
        line => line.to_owned(),
    }
}
