//! The ledger: written, strictly read, salvaged, updated, merged, compared, shown.

mod assumptions;
mod believed;
mod catalog;
mod compare;
mod damage;
mod generated;
mod lines;
mod records;
mod table;
mod together;
mod update;
