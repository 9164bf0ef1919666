//! Which source text decides a verdict, as the build found it.

use crate::sources::{File, Graph, Package};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, OnceLock};

/// What judges, whatever is judged.
const JUDGE: &str = "verdict_checker::judge::Subject";

/// What only looks at a verdict afterwards (audit, replay, explanation, simulation) is reached through this module alone: it counts
/// itself, and nothing that it refers to.
const AFTERWARDS: &str = "verdict_checker::subject";

/// The crates behind a catalog.
pub(super) struct Code {
    packages: Vec<Package>,
    graph: OnceLock<Graph>,
    digests: Mutex<HashMap<Vec<&'static str>, String>>,
}

impl Code {
    pub(super) fn new(packages: impl IntoIterator<Item = Package>) -> Self {
        let mut all: Vec<Package> = Vec::new();
        for package in packages.into_iter().chain([crate::SOURCES]) {
            if !all.iter().any(|known| known.name == package.name) {
                all.push(package);
            }
        }
        Code {
            packages: all,
            graph: OnceLock::new(),
            digests: Mutex::default(),
        }
    }

    /// These and others.
    pub(super) fn with(self, packages: impl IntoIterator<Item = Package>) -> Self {
        Code::new(self.packages.into_iter().chain(packages))
    }

    fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| {
            let deciding = self.packages.iter().map(|package| {
                let files = package.files.iter().map(|file| {
                    if file.modules.contains(&AFTERWARDS) {
                        File {
                            imports: &[],
                            globs: &[],
                            uses: &[],
                            impls: &[],
                            ..*file
                        }
                    } else {
                        *file
                    }
                });
                Package {
                    name: package.name,
                    files: files.collect::<Vec<_>>().leak(),
                }
            });
            Graph::new(&deciding.collect::<Vec<_>>())
        })
    }

    pub(super) fn packages(&self) -> &[Package] {
        &self.packages
    }

    fn roots(&self, type_names: &[&'static str]) -> Vec<String> {
        let graph = self.graph();
        let named = type_names.iter().flat_map(|name| graph.roots_in(name));
        named.chain([JUDGE.to_owned()]).collect()
    }

    /// The files that decide what is made of these types and functions, each as its crate and its path.
    pub(super) fn files(
        &self,
        type_names: &[&'static str],
    ) -> BTreeSet<(&'static str, &'static str)> {
        self.graph().closure(&self.roots(type_names))
    }

    /// A hash over those files.
    pub(super) fn digest(&self, type_names: Vec<&'static str>) -> String {
        let mut digests = self.digests.lock().unwrap_or_else(|e| e.into_inner());
        let known = digests.entry(type_names);
        let digest = known.or_insert_with_key(|names| self.graph().digest(&self.roots(names)));
        digest.clone()
    }

    /// Whether the crate of this type or function is among them.
    pub(super) fn knows(&self, type_name: &str) -> bool {
        let package = type_name.split("::").next().unwrap_or_default();
        self.packages.iter().any(|known| known.name == package)
    }
}
