//! What is found in made-up crates, and in those of this workspace.

mod digest;
mod layers;
mod made_up;
mod methods;
mod names;
mod workspace;
