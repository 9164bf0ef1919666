//! What a file says: which names it has, to which it refers.

use super::digest;
use super::modules::{Module, Read, Source, join, parent};
use super::scan::{Imported, Scan, Written, is_exported, text, written};
use super::scope::{Scope, extern_crate, join_names};
use super::{keep, keep_all, keep_impl, keep_pairs, keep_texts};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemImpl};
use verdict_sources::{ContentHash, File, Kind};

/// The macros of a crate by their names, each with the paths of its definitions.
pub(crate) type Macros = BTreeMap<String, Vec<String>>;

/// The names and paths of the macros that a file defines.
pub(crate) fn macros(file: &Source) -> Vec<(String, String)> {
    let mut macros = Vec::new();
    for module in &file.modules {
        for item in &module.items {
            if let Item::Macro(item) = item
                && let Some(name) = item.ident.as_ref().map(text)
            {
                let path = format!("{}::{name}", module.path);
                macros.push((name, path));
            }
        }
    }
    macros
}

/// What one file of the crate `package` says.
pub(crate) fn of_file(package: &str, file: &Source, macros: &Macros, read: Read<'_>) -> File {
    let mut facts = Facts::default();
    let mut hash = ContentHash::new();
    digest::add(&mut hash, file.tokens.clone());
    for module in &file.modules {
        let mut scan = Scan::default();
        for item in &module.items {
            match item {
                Item::Use(item) => scan.import_item(item, is_exported(&item.vis)),
                item => scan.add(item.to_token_stream()),
            }
        }
        include(&mut scan, parent(&file.path), &mut hash, read);
        let scope = Scope::new(package, module, &scan);
        facts.add(&scope, module, &scan, macros);
    }
    File {
        path: keep(file.path.clone()),
        // The macro includes it where it stands.
        text: "",
        digest: keep(hash.finish()),
        modules: keep_texts(file.modules.iter().map(|module| module.path.clone())),
        items: keep_all(
            facts
                .items
                .into_iter()
                .map(|(name, kind)| (keep(name), kind)),
        ),
        imports: keep_pairs(facts.imports),
        globs: keep_pairs(facts.globs),
        uses: keep_texts(facts.uses),
        impls: keep_all(facts.impls.into_iter().map(keep_impl)),
    }
}

/// What a file includes decides as much as what it says; included source may refer to more.
fn include(scan: &mut Scan, directory: &str, hash: &mut ContentHash, read: Read<'_>) {
    for (name, path) in std::mem::take(&mut scan.included) {
        let path = join(directory, &path);
        let Some(bytes) = read(&path) else { continue };
        hash.bytes(&bytes);
        if name == "include"
            && let Ok(tokens) = String::from_utf8_lossy(&bytes).parse::<TokenStream>()
        {
            scan.add(tokens);
            include(scan, parent(&path), hash, read);
        }
    }
}

/// What the modules of a file say, together.
#[derive(Default)]
struct Facts {
    items: Vec<(String, Kind)>,
    imports: BTreeSet<(String, String)>,
    globs: BTreeSet<(String, String)>,
    uses: BTreeSet<String>,
    impls: Vec<(Vec<String>, Vec<String>)>,
}

impl Facts {
    fn add(&mut self, scope: &Scope<'_>, module: &Module, scan: &Scan, macros: &Macros) {
        for (name, kind) in &scope.items {
            self.items.push((join_names(scope.module, &[name]), *kind));
        }
        for import in &scan.imports {
            self.import(scope, import);
        }
        for path in &scan.paths {
            self.reference(scope, path, macros);
        }
        for item in &module.items {
            Impls { scope, facts: self }.visit_item(item);
            match item {
                Item::Macro(item) => self.invocation(scope, item),
                Item::Type(item) => {
                    for path in Scan::of(item.ty.to_token_stream()).paths {
                        self.rename(scope, &text(&item.ident), scope.absolute(&path));
                    }
                }
                _ => {}
            }
            if let Some((name, target)) = extern_crate(item) {
                let package = if target == "self" {
                    scope.package
                } else {
                    &target
                };
                self.rename(scope, &name, vec![package.to_owned()]);
            }
        }
    }

    fn rename(&mut self, scope: &Scope<'_>, name: &str, targets: Vec<String>) {
        let name = join_names(scope.module, &[name]);
        let pairs = targets.into_iter().map(|target| (name.clone(), target));
        self.imports.extend(pairs);
    }

    fn import(&mut self, scope: &Scope<'_>, import: &Imported) {
        for target in scope.imported(&import.path) {
            let Some(name) = &import.name else {
                self.globs.insert((scope.module.to_owned(), target));
                continue;
            };
            if !import.exported || name == "_" {
                self.uses.insert(target.clone());
            }
            if name != "_" {
                let name = join_names(scope.module, &[name]);
                self.imports.insert((name, target));
            }
        }
    }

    fn reference(&mut self, scope: &Scope<'_>, path: &Written, macros: &Macros) {
        let first = &path.names[0];
        if !path.global && scope.items.contains_key(first) && !scope.imports.contains(first) {
            return;
        }
        self.uses.extend(scope.absolute(path));
        if path.invoked
            && let [name] = &path.names[..]
            && !scope.imports.contains(name)
        {
            self.uses
                .extend(macros.get(name).into_iter().flatten().cloned());
        }
    }

    /// A macro among the items: its definition, or a call, which may implement something for whatever it names.
    fn invocation(&mut self, scope: &Scope<'_>, item: &syn::ItemMacro) {
        match &item.ident {
            Some(name) if has(&item.attrs, "macro_export") => {
                let name = [text(name)];
                let (at_root, here) = (join_names(scope.package, &name), scope.inside(&name));
                self.imports.insert((at_root, here));
            }
            Some(_) => {}
            None => {
                for path in Scan::of(item.mac.tokens.clone()).paths {
                    self.impls.push((scope.absolute(&path), Vec::new()));
                }
            }
        }
    }
}

fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|a| a.path().is_ident(name))
}

/// Finds the `impl`s of an item, those in the bodies of functions included.
struct Impls<'f, 'm> {
    scope: &'f Scope<'m>,
    facts: &'f mut Facts,
}

impl Visit<'_> for Impls<'_, '_> {
    fn visit_item_impl(&mut self, item: &ItemImpl) {
        let parameters = item.generics.type_params().map(|t| text(&t.ident));
        let parameters: BTreeSet<_> = parameters.collect();
        let paths = |tokens: TokenStream| {
            let paths = Scan::of(tokens).paths.into_iter();
            let free = paths.filter(|p| p.names.len() > 1 || !parameters.contains(&p.names[0]));
            free.flat_map(|path| self.scope.absolute(&path))
        };
        let mut of: Vec<_> = paths(item.self_ty.to_token_stream()).collect();
        let mut with = Vec::new();
        if let Some((interface, _)) = &item.trait_ {
            of.extend(self.scope.absolute(&written(interface)));
            let arguments = interface
                .segments
                .iter()
                .map(|s| s.arguments.to_token_stream());
            with.extend(arguments.flat_map(paths));
        }
        self.facts.impls.push((of, with));
        visit::visit_item_impl(self, item);
    }
}
