//! `verdict man`: the help as manual pages.

use crate::args::Man;
use crate::error::Failure;
use crate::exit;
use verdict_checker::file::write_below;

/// Writes a page for the command, and one for each of its commands.
pub fn run(args: &Man, mut whole: clap::Command) -> Result<u8, Failure> {
    // The full names, such as `verdict-check`, are known once everything is built.
    whole.build();
    page(args, &whole)?;
    for command in whole.get_subcommands() {
        page(args, command)?;
    }
    Ok(exit::AS_EXPECTED)
}

fn page(args: &Man, command: &clap::Command) -> Result<(), Failure> {
    let display = command.get_display_name().unwrap_or(command.get_name());
    let page = clap_mangen::Man::new(command.clone()).title(display);
    let mut text = Vec::new();
    page.render(&mut text)?;
    let path = args.dir.join(format!("{display}.1"));
    let text = String::from_utf8_lossy(&text);
    write_below(&args.dir, &path, &text).map_err(|error| Failure::file(&path, error))
}
