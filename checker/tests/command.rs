//! The command has the name of the binary that it is part of. Alone in its process, because a name once given stays.

use verdict_checker::command;

#[test]
fn the_first_name_that_is_given_stays() {
    assert_eq!(command::name(), "verdict");
    command::call_it("lock-server".to_owned());
    command::call_it("another".to_owned());
    assert_eq!(command::name(), "lock-server");
}
