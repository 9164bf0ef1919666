//! What is claimed: the algorithms as stateright actors, the world they assume, the catalog of claims.

pub mod catalog;
pub mod election;
pub mod families;
pub mod naimi;
pub mod ring;
pub mod rollback;
pub mod topology;
pub mod world;
