//! The ledger: written, strictly read, updated, compared, shown.

mod compare;
mod format;
mod records;
mod table;
mod update;
