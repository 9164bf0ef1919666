//! Where the processes are: a file with a line for each.

use std::fs;
use std::path::Path;

/// Addresses, the first one that of process 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(pub Vec<String>);

/// How many processes there may be.
const MOST: usize = 1 << 12;
/// What a line looks like.
const FORM: &str = "expected host:port, such as 10.0.0.3:7000 or [::1]:7000";

impl Hosts {
    /// Reads a file: an address on each line; what follows a `#`, and empty lines, are for people.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Hosts::parse(&text).map_err(|error| format!("{name}{error}"))
    }

    /// The same, of a text. An error begins with its line.
    fn parse(text: &str) -> Result<Self, String> {
        let mut hosts: Vec<(usize, String)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let address = address(line).map_err(|why| format!(", line {number}: {why}"))?;
            if let Some((other, _)) = hosts.iter().find(|(_, known)| *known == address) {
                return Err(format!(
                    ", line {number}: `{address}` is on line {other} already; expected another port, or another host"
                ));
            }
            hosts.push((number, address));
            if hosts.len() > MOST {
                return Err(format!(
                    ", line {number}: expected at most {MOST} processes"
                ));
            }
        }
        if hosts.is_empty() {
            return Err(format!(" names no host; {FORM} on each line"));
        }
        Ok(Hosts(
            hosts.into_iter().map(|(_, address)| address).collect(),
        ))
    }
}

fn address(line: &str) -> Result<String, String> {
    let Some((host, port)) = line.rsplit_once(':') else {
        return Err(format!("`{line}` has no port; {FORM}"));
    };
    let bracketed = host.starts_with('[') && host.ends_with(']');
    let odd = |c: char| c.is_whitespace() || c.is_control() || (c == ':' && !bracketed);
    if host.is_empty() || host.contains(odd) {
        return Err(format!("`{line}` names no host; {FORM}"));
    }
    match port.parse::<u16>() {
        Ok(0) | Err(_) => Err(format!(
            "`{port}` is no port; expected a number from 1 to 65535"
        )),
        Ok(port) => Ok(format!("{host}:{port}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_hosts_has_an_address_on_each_line() {
        let text = "# machines\n\n a:7000\nb:7000 # the large one\r\n[::1]:07001\n";
        let hosts = Hosts::parse(text).unwrap();
        assert_eq!(hosts.0, ["a:7000", "b:7000", "[::1]:7001"]);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told_with_its_number() {
        for (text, wrong) in [
            ("a:1\nb\n", ", line 2: `b` has no port; "),
            ("\n:7000", ", line 2: `:7000` names no host; "),
            ("a b:7000", ", line 1: `a b:7000` names no host; "),
            ("::1:7000", ", line 1: `::1:7000` names no host; "),
            ("a:0", ", line 1: `0` is no port; "),
            ("a:70000", ", line 1: `70000` is no port; "),
            ("a:x", ", line 1: `x` is no port; "),
            ("a:1\n# x\na:01", ", line 3: `a:1` is on line 1 already; "),
            ("# nobody\n", " names no host; expected host:port"),
        ] {
            let error = Hosts::parse(text).unwrap_err();
            assert!(error.starts_with(wrong), "{text:?}: {error}");
        }
        let missing = Hosts::read(Path::new("no/such/file")).unwrap_err();
        assert!(missing.starts_with("no/such/file: "), "{missing}");
    }
}
