//! What the names in a module may stand for.

use super::modules::Module;
use super::scan::{Scan, Written, text};
use std::collections::{BTreeMap, BTreeSet};
use syn::Item;
use verdict_sources::Kind;

/// The names that a module has of its own.
pub(crate) struct Scope<'m> {
    pub(crate) package: &'m str,
    pub(crate) module: &'m str,
    pub(crate) items: BTreeMap<String, Kind>,
    children: BTreeSet<&'m str>,
    pub(crate) imports: BTreeSet<String>,
    has_globs: bool,
}

impl<'m> Scope<'m> {
    pub(crate) fn new(package: &'m str, module: &'m Module, scan: &Scan) -> Self {
        let names = scan.imports.iter().filter_map(|i| i.name.clone());
        let crates = module.items.iter().filter_map(extern_crate);
        Scope {
            package,
            module: &module.path,
            items: module.items.iter().filter_map(item).collect(),
            children: module.children.iter().map(String::as_str).collect(),
            imports: names.chain(crates.map(|(name, _)| name)).collect(),
            has_globs: scan.imports.iter().any(|import| import.name.is_none()),
        }
    }

    pub(crate) fn inside(&self, names: &[String]) -> String {
        format!("{}::{}", self.module, names.join("::"))
    }

    /// The paths for which a written one may stand; none for what is certainly a local name.
    pub(crate) fn absolute(&self, path: &Written) -> Vec<String> {
        let [first, rest @ ..] = &path.names[..] else {
            return vec![self.module.to_owned()];
        };
        let outside = path.names.join("::");
        if path.global {
            return vec![outside];
        }
        match first.as_str() {
            "crate" => return vec![join_names(self.package, rest)],
            "self" | "super" => return vec![self.relative(&path.names)],
            "Self" => return Vec::new(),
            _ => {}
        }
        if self.items.contains_key(first) || self.children.contains(first.as_str()) {
            return vec![self.inside(&path.names)];
        }
        // `use serde::serde`: an import may have the name of the crate it is from.
        let mut paths = Vec::new();
        if self.has_globs || self.imports.contains(first) {
            paths.push(self.inside(&path.names));
        }
        if !rest.is_empty() && !["std", "core", "alloc"].contains(&first.as_str()) {
            paths.push(outside);
        }
        paths
    }

    /// The paths for which one in a `use` may stand: here a single name may be that of a crate, even if it is brought
    /// in under the same name.
    pub(crate) fn imported(&self, path: &Written) -> Vec<String> {
        let mut paths = self.absolute(path);
        if let [name] = &path.names[..]
            && !["crate", "self", "super"].contains(&name.as_str())
            && !paths.contains(name)
        {
            paths.push(name.clone());
        }
        paths
    }

    /// A path that begins with `self` or `super`.
    fn relative(&self, names: &[String]) -> String {
        let mut module = self.module;
        let mut names = names;
        while let [first, rest @ ..] = names {
            match first.as_str() {
                "self" => {}
                "super" => module = module.rsplit_once("::").map_or(module, |(up, _)| up),
                _ => break,
            }
            names = rest;
        }
        join_names(module, names)
    }
}

pub(crate) fn join_names<S: AsRef<str>>(module: &str, names: &[S]) -> String {
    let mut path = module.to_owned();
    for name in names {
        path += "::";
        path += name.as_ref();
    }
    path
}

/// The name that an item defines.
fn item(item: &Item) -> Option<(String, Kind)> {
    let (name, kind) = match item {
        Item::Const(item) => (&item.ident, Kind::Item),
        Item::Enum(item) => (&item.ident, Kind::Item),
        Item::Fn(item) => (&item.sig.ident, Kind::Item),
        Item::Macro(item) => (item.ident.as_ref()?, Kind::Item),
        Item::Static(item) => (&item.ident, Kind::Item),
        Item::Struct(item) => (&item.ident, Kind::Item),
        Item::Union(item) => (&item.ident, Kind::Item),
        Item::Trait(item) => (&item.ident, Kind::Trait),
        Item::TraitAlias(item) => (&item.ident, Kind::Trait),
        Item::Type(item) => (&item.ident, Kind::Alias),
        _ => return None,
    };
    Some((text(name), kind))
}

/// The name that `extern crate` brings in, and that of the crate.
pub(crate) fn extern_crate(item: &Item) -> Option<(String, String)> {
    match item {
        Item::ExternCrate(item) => {
            let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
            Some((text(name), text(&item.ident)))
        }
        _ => None,
    }
}
