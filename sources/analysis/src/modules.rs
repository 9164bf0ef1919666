//! The modules of a crate, file by file, as their declarations lead to them.

use super::Error;
use super::prune::{is_test, prune};
use super::scan::text;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprLit, Item, Lit, Meta};

/// A file that is part of a crate.
pub(crate) struct Source {
    /// From the root of the crate.
    pub(crate) path: String,
    /// Its defining tokens.
    pub(crate) tokens: TokenStream,
    /// Its module, then those written inside it.
    pub(crate) modules: Vec<Module>,
}

/// A module, without the modules inside it.
pub(crate) struct Module {
    /// Its path from the name of the crate on.
    pub(crate) path: String,
    /// The names of the modules declared or written in it.
    pub(crate) children: Vec<String>,
    /// Its other items.
    pub(crate) items: Vec<Item>,
}

/// Reads a file, given its path from the root of the crate.
pub(crate) type Read<'r> = &'r dyn Fn(&str) -> Option<Vec<u8>>;

/// The files of a crate.
pub(crate) fn of_crate(name: &str, read: Read<'_>) -> Result<Vec<Source>, Error> {
    let roots = ["src/lib.rs", "src/main.rs"];
    let root = roots.into_iter().find(|root| read(root).is_some());
    let mut walk = Walk {
        read,
        files: Vec::new(),
    };
    walk.file(Place {
        path: root.ok_or(Error::NoRoot)?.to_owned(),
        module: name.to_owned(),
        children: "src".to_owned(),
    })?;
    Ok(walk.files)
}

/// Where a module's file is, and in which directory those of its children are.
struct Place {
    path: String,
    module: String,
    children: String,
}

struct Walk<'r> {
    read: Read<'r>,
    files: Vec<Source>,
}

impl Walk<'_> {
    /// Reads a file and those of its children. A file that does not exist is left to the compiler, which knows whether
    /// it is wanted.
    fn file(&mut self, place: Place) -> Result<(), Error> {
        let Some(bytes) = (self.read)(&place.path) else {
            return Ok(());
        };
        let path = place.path.clone();
        let Ok(source) = String::from_utf8(bytes) else {
            return Err(Error::NotText { path });
        };
        let mut file = syn::parse_file(&source).map_err(|error| Error::NotRust {
            path: path.clone(),
            what: error.to_string(),
        })?;
        if is_test(&file.attrs) {
            return Ok(());
        }
        prune(&mut file);
        let mut modules = Vec::new();
        let mut below = Vec::new();
        let directory = parent(&path).to_owned();
        split(
            &mut file.items,
            &place,
            &directory,
            &mut modules,
            &mut below,
        );
        self.files.push(Source {
            path,
            tokens: file.into_token_stream(),
            modules,
        });
        below.into_iter().try_for_each(|place| self.file(place))
    }
}

/// Takes items apart into modules, and lists the files of the modules that they declare. A declaration does not
/// define its file: whoever refers to the module depends on the module's own.
fn split(
    items: &mut Vec<Item>,
    place: &Place,
    directory: &str,
    modules: &mut Vec<Module>,
    below: &mut Vec<Place>,
) {
    let at = modules.len();
    modules.push(Module {
        path: place.module.clone(),
        children: Vec::new(),
        items: Vec::new(),
    });
    for item in items.iter_mut() {
        let Item::Mod(child) = item else {
            modules[at].items.push(item.clone());
            continue;
        };
        let name = text(&child.ident);
        let inner = Place {
            path: place.path.clone(),
            module: format!("{}::{name}", place.module),
            children: format!("{}/{name}", place.children),
        };
        modules[at].children.push(name.clone());
        match &mut child.content {
            Some((_, items)) => {
                let directory = inner.children.clone();
                split(items, &inner, &directory, modules, below);
            }
            None => below.extend(candidates(&inner, &child.attrs, directory)),
        }
    }
    items.retain(|item| !matches!(item, Item::Mod(m) if m.content.is_none() && m.attrs.is_empty()));
}

/// The files in which a declared module may be.
fn candidates(inner: &Place, attributes: &[syn::Attribute], directory: &str) -> Vec<Place> {
    let place = |path: String, children: String| Place {
        path,
        module: inner.module.clone(),
        children,
    };
    if let Some(written) = attributes.iter().find_map(path_attribute) {
        let path = join(directory, &written);
        let children = parent(&path).to_owned();
        return vec![place(path, children)];
    }
    [".rs", "/mod.rs"]
        .map(|end| place(format!("{}{end}", inner.children), inner.children.clone()))
        .into()
}

/// `#[path = "..."]`
fn path_attribute(attribute: &syn::Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(path),
            ..
        }) if pair.path.is_ident("path") => Some(path.value()),
        _ => None,
    }
}

/// The directory of a file.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// A path as written in a directory.
pub(crate) fn join(directory: &str, written: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/').chain(written.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
