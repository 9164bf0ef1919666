//! What the command is called, for texts that name it.

use std::sync::OnceLock;

static NAME: OnceLock<String> = OnceLock::new();

/// What a user types to start the command: `verdict`, unless it was given another name.
pub fn name() -> &'static str {
    NAME.get().map_or("verdict", String::as_str)
}

/// Gives the command the name of the binary that it is part of. Once given, a name stays.
pub fn call_it(name: String) {
    NAME.get_or_init(|| name);
}
