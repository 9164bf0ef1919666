//! Which file depends on which.

use super::names::{Index, Names};
use super::{ContentHash, File, Impl, Package};
use std::collections::BTreeSet;

/// The files of several packages, and what each depends on.
#[derive(Debug)]
pub struct Graph {
    names: Names,
    files: Vec<(&'static str, File)>,
    needs: Vec<BTreeSet<Index>>,
}

impl Graph {
    /// The graph over these packages. What they use of others is left out.
    pub fn new(packages: &[Package]) -> Self {
        let names = Names::new(packages);
        let files: Vec<_> = packages
            .iter()
            .flat_map(|package| package.files.iter().map(|file| (package.name, *file)))
            .collect();
        let needs = files.iter().map(|(_, file)| uses(&names, file)).collect();
        let mut graph = Graph {
            names,
            files,
            needs,
        };
        graph.add_impls();
        graph
    }

    /// The paths within the packages that a type's name mentions, as [`std::any::type_name`] writes it: those of
    /// a function, of its type arguments, of the function around a closure.
    pub fn roots_in(&self, type_name: &str) -> Vec<String> {
        let type_name = type_name.replace("r#", "");
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        let paths = type_name.split(|c| !word(c));
        let paths = paths.map(|path| path.trim_matches(':'));
        let known = paths.filter(|path| {
            let package = path.split("::").next();
            package.is_some_and(|package| self.names.knows_package(package))
        });
        known.map(str::to_owned).collect()
    }

    /// The files that decide what these paths mean, each as its package and its path. Paths outside the packages
    /// add none.
    pub fn closure<S: AsRef<str>>(&self, roots: &[S]) -> BTreeSet<(&'static str, &'static str)> {
        let files = self.reached(roots).into_iter();
        files
            .map(|file| (self.files[file].0, self.files[file].1.path))
            .collect()
    }

    /// A hash over the files that decide what these paths mean, as 32 hexadecimal digits.
    pub fn digest<S: AsRef<str>>(&self, roots: &[S]) -> String {
        let files = self.reached(roots).into_iter();
        let files: BTreeSet<_> = files
            .map(|file| {
                let (package, file) = &self.files[file];
                [package, file.path, file.digest]
            })
            .collect();
        let mut hash = ContentHash::new();
        for part in files.iter().flatten() {
            hash.text(part);
        }
        hash.finish()
    }

    fn reached<S: AsRef<str>>(&self, roots: &[S]) -> BTreeSet<Index> {
        let mut open: Vec<Index> = Vec::new();
        for root in roots {
            let found = self.names.find(root.as_ref());
            open.extend(found.files());
            open.extend(found.modules.iter().filter_map(|m| self.names.file_of(m)));
        }
        let mut reached = BTreeSet::new();
        while let Some(file) = open.pop() {
            if reached.insert(file) {
                open.extend(&self.needs[file]);
            }
        }
        reached
    }

    /// Whoever depends on a type may call the methods that another file implements for it. One of the names
    /// in the head of an `impl` is enough to find it by, for nobody calls it without knowing them all; so nothing
    /// is to be added if one of them is defined beside the `impl`.
    fn add_impls(&mut self) {
        for index in 0..self.files.len() {
            for Impl { of, with } in self.files[index].1.impls {
                let beside = of.iter().any(|name| {
                    let found = self.names.find(name);
                    found.items.contains(&index) || found.traits.contains(&index)
                });
                if beside {
                    continue;
                }
                let mut known = of.iter().chain(*with).map(|name| self.own(name, index));
                for from in known.find(|files| !files.is_empty()).unwrap_or_default() {
                    self.needs[from].insert(index);
                }
            }
        }
    }

    /// The other files of the same package on which a name depends.
    fn own(&self, name: &str, file: Index) -> BTreeSet<Index> {
        let mut files = self.names.find(name).files();
        files.retain(|other| *other != file && self.files[*other].0 == self.files[file].0);
        files
    }
}

/// The files that a file uses.
fn uses(names: &Names, file: &File) -> BTreeSet<Index> {
    let mut files = BTreeSet::new();
    for path in file.uses {
        files.extend(names.find(path).files());
    }
    // A trait may be exported and its methods called without its name.
    for (name, _) in file.imports {
        files.extend(names.find(name).traits);
    }
    for (_, target) in file.globs {
        let found = names.find(target);
        files.extend(found.files());
        for module in &found.modules {
            files.extend(names.traits_in(module, &mut BTreeSet::new()));
        }
    }
    files
}
