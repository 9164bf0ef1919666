//! What a path stands for, across packages: through modules, imports, exports and globs to a definition.

use super::{Kind, Package};
use std::collections::{BTreeMap, BTreeSet};

/// A file of a graph, by its index.
pub(crate) type Index = usize;

/// Every name of every package.
#[derive(Debug, Default)]
pub(crate) struct Names {
    packages: BTreeSet<&'static str>,
    modules: BTreeMap<&'static str, Index>,
    items: BTreeMap<&'static str, Vec<(Index, Kind)>>,
    imports: BTreeMap<&'static str, Vec<&'static str>>,
    globs: BTreeMap<&'static str, Vec<&'static str>>,
}

/// What a path stands for. A name may be a module and a function and a macro at once.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The files with its definitions.
    pub(crate) items: BTreeSet<Index>,
    /// Those in which it is a trait.
    pub(crate) traits: BTreeSet<Index>,
    /// Those in which it is another name for a type.
    pub(crate) aliases: BTreeSet<Index>,
    /// The files of the modules that have no such name, as far as can be seen: a macro may have made it.
    pub(crate) perhaps: BTreeSet<Index>,
    /// The modules.
    pub(crate) modules: BTreeSet<String>,
}

impl Found {
    /// The files on which a reference to it depends. To name a module is not yet to depend on it.
    pub(crate) fn files(&self) -> BTreeSet<Index> {
        let defined = self.items.iter().chain(&self.traits).chain(&self.aliases);
        defined.chain(&self.perhaps).copied().collect()
    }

    fn define(&mut self, file: Index, kind: Kind) {
        let files = match kind {
            Kind::Item => &mut self.items,
            Kind::Trait => &mut self.traits,
            Kind::Alias => &mut self.aliases,
        };
        files.insert(file);
    }

    fn extend(&mut self, other: Found) {
        self.items.extend(other.items);
        self.traits.extend(other.traits);
        self.aliases.extend(other.aliases);
        self.perhaps.extend(other.perhaps);
        self.modules.extend(other.modules);
    }
}

impl Names {
    /// The names of these packages, whose files are numbered in order.
    pub(crate) fn new(packages: &[Package]) -> Self {
        let mut names = Names::default();
        let files = packages.iter().flat_map(|package| package.files);
        names.packages = packages.iter().map(|package| package.name).collect();
        for (index, file) in files.enumerate() {
            for module in file.modules {
                names.modules.insert(module, index);
            }
            for (path, kind) in file.items {
                names.items.entry(path).or_default().push((index, *kind));
            }
            for (path, target) in file.imports {
                names.imports.entry(path).or_default().push(target);
            }
            for (module, target) in file.globs {
                names.globs.entry(module).or_default().push(target);
            }
        }
        names
    }

    pub(crate) fn knows_package(&self, name: &str) -> bool {
        self.packages.contains(name)
    }

    /// The file of a module.
    pub(crate) fn file_of(&self, module: &str) -> Option<Index> {
        self.modules.get(module).copied()
    }

    /// What a path stands for; nothing if it leads out of the packages.
    pub(crate) fn find(&self, path: &str) -> Found {
        self.follow(path, &mut BTreeSet::new())
    }

    /// The files with traits among all names of a module, those included that it imports: a glob brings them in
    /// without naming them.
    pub(crate) fn traits_in(&self, module: &str, seen: &mut BTreeSet<String>) -> BTreeSet<Index> {
        let mut traits = BTreeSet::new();
        if !seen.insert(module.to_owned()) {
            return traits;
        }
        let inside = format!("{module}::");
        let inside = inside.as_str();
        let items = self.items.range(inside..).map(|(name, _)| *name);
        let imports = self.imports.range(inside..).map(|(name, _)| *name);
        let ours = |name: &&str| name.starts_with(inside);
        for name in items.take_while(ours).chain(imports.take_while(ours)) {
            if !name[inside.len()..].contains("::") {
                traits.extend(self.find(name).traits);
            }
        }
        for target in self.globs.get(module).into_iter().flatten() {
            for module in self.find(target).modules {
                traits.extend(self.traits_in(&module, seen));
            }
        }
        traits
    }

    /// The module in which a path ends, and what of the path is left.
    fn module_of<'p>(&self, path: &'p str) -> (String, Vec<&'p str>) {
        let mut rest = path.split("::");
        let mut module = rest.next().unwrap_or_default().to_owned();
        let mut rest: Vec<_> = rest.collect();
        while let Some(next) = rest.first() {
            let inner = format!("{module}::{next}");
            if !self.modules.contains_key(inner.as_str()) {
                break;
            }
            module = inner;
            rest.remove(0);
        }
        (module, rest)
    }

    fn follow(&self, path: &str, open: &mut BTreeSet<String>) -> Found {
        self.search(path, open).unwrap_or_else(|| {
            let (module, _) = self.module_of(path);
            let file = self.file_of(&module);
            Found {
                perhaps: file.into_iter().collect(),
                ..Found::default()
            }
        })
    }

    /// `None` if a module of ours has no such name. `open` has the imports that are being followed, for modules
    /// may import from each other in circles.
    fn search(&self, path: &str, open: &mut BTreeSet<String>) -> Option<Found> {
        let mut found = Found::default();
        let (module, rest) = self.module_of(path);
        if !self.packages.contains(module.split("::").next()?) {
            return Some(found);
        }
        // A path that ends at a module may be that of a function or a macro of the same name, too.
        let (name, behind) = match rest.split_first() {
            Some((next, behind)) => (format!("{module}::{next}"), behind),
            None => {
                found.modules.insert(module.clone());
                (module.clone(), &[][..])
            }
        };
        let mut known = rest.is_empty();
        for (file, kind) in self.items.get(name.as_str()).into_iter().flatten() {
            found.define(*file, *kind);
            known = true;
        }
        if let Some(targets) = self.imports.get(name.as_str()) {
            if open.insert(name.clone()) {
                for target in targets {
                    let target = [&[*target], behind].concat().join("::");
                    let mut more = self.follow(&target, open);
                    // Of two things that a name may stand for, the one that is not here is not meant.
                    if let (Some(here), 2..) = (self.file_of(&module), targets.len()) {
                        more.perhaps.remove(&here);
                    }
                    found.extend(more);
                }
                open.remove(&name);
            }
            known = true;
        }
        if known {
            return Some(found);
        }
        let targets = self.globs.get(module.as_str())?;
        let all = format!("{module}::*");
        if open.insert(all.clone()) {
            for target in targets {
                for from in self.search(target, open).unwrap_or_default().modules {
                    let path = format!("{from}::{}", rest.join("::"));
                    if let Some(more) = self.search(&path, open) {
                        found.extend(more);
                        known = true;
                    }
                }
            }
            open.remove(&all);
        }
        known.then_some(found)
    }
}
