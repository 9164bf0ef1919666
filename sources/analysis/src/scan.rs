//! The paths in a piece of source, wherever they stand: in types, expressions, patterns, attributes, or between
//! the brackets of a macro. All of them look alike: names with `::` between them.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{Ident, ItemUse, Lit, UseTree, Visibility};

/// A path as it is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Written {
    /// Whether it begins with `::`.
    pub(crate) global: bool,
    /// Its names, at least one.
    pub(crate) names: Vec<String>,
    /// Whether `!` follows.
    pub(crate) invoked: bool,
}

/// One name of a `use`.
#[derive(Debug)]
pub(crate) struct Imported {
    /// What is imported.
    pub(crate) path: Written,
    /// Under which name; `None` for all names of it, `Some("_")` for none.
    pub(crate) name: Option<String>,
    /// Whether others may import it from here.
    pub(crate) exported: bool,
}

/// What stands in a piece of source.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Its paths, outside `use`.
    pub(crate) paths: Vec<Written>,
    /// Its `use`s, those in the bodies of functions included.
    pub(crate) imports: Vec<Imported>,
    /// The files that it includes: what the macro is called, and the path as it is written.
    pub(crate) included: Vec<(String, String)>,
}

const KEYWORDS: [&str; 35] = [
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
    "return", "static", "struct", "trait", "true", "type", "unsafe", "use", "where", "while", "_",
];

impl Scan {
    /// Scans tokens.
    pub(crate) fn of(tokens: TokenStream) -> Self {
        let mut scan = Scan::default();
        scan.add(tokens);
        scan
    }

    /// Scans more tokens.
    pub(crate) fn add(&mut self, tokens: TokenStream) {
        self.add_within(tokens, false);
    }

    fn add_within(&mut self, tokens: TokenStream, attribute: bool) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += match token {
                TokenTree::Group(group) => {
                    let inside = group.delimiter() == Delimiter::Bracket
                        && at > 0
                        && (is(&tokens, at - 1, '#')
                            || is(&tokens, at - 1, '!') && at > 1 && is(&tokens, at - 2, '#'));
                    self.add_within(group.stream(), attribute || inside);
                    1
                }
                TokenTree::Ident(ident) if ident == "use" => self.import(&tokens[at..]),
                TokenTree::Ident(_) => self.path(&tokens, at),
                TokenTree::Literal(literal) => {
                    // `#[serde(with = "path::to")]`
                    if attribute
                        && let Lit::Str(string) = Lit::new(literal.clone())
                        && let Ok(path) = string.parse_with(syn::Path::parse_mod_style)
                    {
                        self.paths.push(written(&path));
                    }
                    1
                }
                TokenTree::Punct(_) => 1,
            };
        }
    }

    /// Takes a `use` off the beginning, and says how long it is.
    fn import(&mut self, tokens: &[TokenTree]) -> usize {
        let Some(end) = (0..tokens.len()).find(|at| is(tokens, *at, ';')) else {
            return 1;
        };
        let written = tokens[..=end].iter().enumerate();
        // In a macro, `$crate` is the crate.
        let item = written.filter(|(at, _)| !is(tokens, *at, '$'));
        let item: TokenStream = item.map(|(_, token)| token.clone()).collect();
        match syn::parse2::<ItemUse>(item) {
            Ok(item) => {
                self.import_item(&item, false);
                end + 1
            }
            Err(_) => 1,
        }
    }

    /// Adds a `use`; `exported` if others may import its names.
    pub(crate) fn import_item(&mut self, item: &ItemUse, exported: bool) {
        let start = Written {
            global: item.leading_colon.is_some(),
            names: Vec::new(),
            invoked: false,
        };
        self.import_tree(start, &item.tree, exported);
    }

    fn import_tree(&mut self, mut path: Written, tree: &UseTree, exported: bool) {
        let name = match tree {
            UseTree::Path(inner) => {
                path.names.push(text(&inner.ident));
                return self.import_tree(path, &inner.tree, exported);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_tree(path.clone(), tree, exported);
                }
                return;
            }
            UseTree::Glob(_) => None,
            UseTree::Name(name) => Some((text(&name.ident), None)),
            UseTree::Rename(rename) => Some((text(&rename.ident), Some(text(&rename.rename)))),
        };
        let name = name.map(|(name, renamed)| {
            if name != "self" || path.names.is_empty() {
                path.names.push(name);
            }
            renamed
                .or_else(|| path.names.last().cloned())
                .unwrap_or_default()
        });
        self.imports.push(Imported {
            path,
            name,
            exported,
        });
    }

    /// Adds the path that begins here, and says how long it is.
    fn path(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let mut names = Vec::new();
        let mut end = at;
        while let Some(TokenTree::Ident(ident)) = tokens.get(end) {
            names.push(text(ident));
            end += 1;
            let more = is(tokens, end, ':') && is(tokens, end + 1, ':');
            if !(more && matches!(tokens.get(end + 2), Some(TokenTree::Ident(_)))) {
                break;
            }
            end += 2;
        }
        let before = |back: usize, sign: char| at >= back && is(tokens, at - back, sign);
        let after_colons = before(1, ':') && before(2, ':');
        // `x.field`, but `0..LIMIT`; `'lifetime`; `$variable`; `<T>::item`, `$variable::item`.
        let other = before(1, '.') && !before(2, '.')
            || before(1, '\'')
            || before(1, '$') && names[0] != "crate"
            || after_colons && (before(3, '>') || at >= 3 && is_name(&tokens[at - 3]));
        if !other && !KEYWORDS.contains(&names[0].as_str()) {
            let invoked = is(tokens, end, '!');
            if invoked && let Some(TokenTree::Group(arguments)) = tokens.get(end + 1) {
                self.include(names.last().map_or("", String::as_str), arguments);
            }
            self.paths.push(Written {
                global: after_colons,
                names,
                invoked,
            });
        }
        end - at
    }

    fn include(&mut self, name: &str, arguments: &Group) {
        if matches!(name, "include" | "include_str" | "include_bytes")
            && let Ok(Lit::Str(path)) = syn::parse2(arguments.stream())
        {
            self.included.push((name.to_owned(), path.value()));
        }
    }
}

/// A path without the arguments of its types.
pub(crate) fn written(path: &syn::Path) -> Written {
    Written {
        global: path.leading_colon.is_some(),
        names: path.segments.iter().map(|s| text(&s.ident)).collect(),
        invoked: false,
    }
}

/// Whether others may import what has this visibility.
pub(crate) fn is_exported(visibility: &Visibility) -> bool {
    match visibility {
        Visibility::Public(_) | Visibility::Restricted(_) => true,
        Visibility::Inherited => false,
    }
}

/// A name without the `r#` that lets a keyword be one.
pub(crate) fn text(ident: &Ident) -> String {
    ident.unraw().to_string()
}

fn is(tokens: &[TokenTree], at: usize, sign: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn is_name(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(ident) if !KEYWORDS.contains(&ident.to_string().as_str()))
}
