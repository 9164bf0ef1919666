//! Traces: the file format, the store, happens-before and the exporters.

mod causality;
mod changes;
mod explain;
mod exports;
mod generated;
mod itf;
mod ring;
mod store;
mod xml;
