//! Which source files decide a verdict.
//!
//! A result is stale once the source that decides it has changed. What decides it is found by the build: the macro
//! `sources!` takes each crate apart into a [`Package`], plain data about every file, and a [`Graph`] over the
//! packages says which files a function, a type or a model depends on, and hashes them.

mod content;
mod graph;
mod names;

pub use content::ContentHash;
pub use graph::Graph;

/// What the build found in the source of one crate. All paths in it are absolute: they begin with the name
/// of a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// The name of the crate, as paths have it: `verdict_models`.
    pub name: &'static str,
    /// Its files, without those that only tests reach.
    pub files: &'static [File],
}

/// One file of source, which is one module together with the modules written inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it is, from the root of its crate: `src/ring/plugin.rs`.
    pub path: &'static str,
    /// Its text, as it was compiled: for whoever is shown the line that a step executes. No hash is made of it.
    pub text: &'static str,
    /// A hash of the tokens that define it: no comments, no layout, no tests.
    pub digest: &'static str,
    /// Its module, then the modules written inside it.
    pub modules: &'static [&'static str],
    /// The items it defines.
    pub items: &'static [(&'static str, Kind)],
    /// The names it imports or exports again, each with what it stands for. A name that may stand for several
    /// things is here several times.
    pub imports: &'static [(&'static str, &'static str)],
    /// The modules into which it imports all names of another, and that other.
    pub globs: &'static [(&'static str, &'static str)],
    /// What it refers to.
    pub uses: &'static [&'static str],
    /// What it implements.
    pub impls: &'static [Impl],
}

/// What kind of item a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A trait: whoever imports it may call its methods without naming it.
    Trait,
    /// Another name for a type, which an `impl` may use in its place.
    Alias,
    /// Anything else.
    Item,
}

/// The names in the head of an `impl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impl {
    /// The names in the type, then the trait. Nobody calls what is implemented without knowing all of them.
    pub of: &'static [&'static str],
    /// The arguments of the trait, which the compiler may infer.
    pub with: &'static [&'static str],
}
