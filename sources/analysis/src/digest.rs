//! A hash over the tokens that define a file.

use proc_macro2::{Delimiter, Literal, Punct, TokenStream, TokenTree};
use syn::Lit;
use verdict_sources::ContentHash;

/// Adds tokens to a hash, whatever their layout.
pub(crate) fn add(hash: &mut ContentHash, tokens: TokenStream) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let next = tokens.get(index + 1);
        if let Some(length) = documentation(&tokens[index..]) {
            index += length;
            continue;
        }
        match token {
            TokenTree::Punct(comma) if comma.as_char() == ',' && ends_list(next) => {}
            TokenTree::Punct(punct) => add_punct(hash, punct, next),
            TokenTree::Ident(ident) => {
                hash.text(&ident.to_string());
            }
            TokenTree::Literal(literal) => add_literal(hash, literal),
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                hash.text(open);
                add(hash, group.stream());
                hash.text(close);
            }
        }
        index += 1;
    }
}

/// The number of tokens of the documentation that begins here, which may stand in a macro.
fn documentation(tokens: &[TokenTree]) -> Option<usize> {
    let is = |at: usize, wanted: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == wanted);
    if !is(0, '#') {
        return None;
    }
    let at = if is(1, '!') { 2 } else { 1 };
    let Some(TokenTree::Group(group)) = tokens.get(at) else {
        return None;
    };
    match group.stream().into_iter().next() {
        Some(TokenTree::Ident(name)) if name == "doc" => Some(at + 1),
        _ => None,
    }
}

/// Whether a comma before this token comes and goes with the layout.
fn ends_list(next: Option<&TokenTree>) -> bool {
    match next {
        None => true,
        Some(TokenTree::Punct(next)) => next.as_char() == '>',
        Some(TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Literal(_)) => false,
    }
}

/// Signs of two characters are told from two signs: `a && b` from `a & &b`.
fn add_punct(hash: &mut ContentHash, punct: &Punct, next: Option<&TokenTree>) {
    const PAIRS: [&str; 20] = [
        "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "^=", "&=",
        "|=", "->", "=>", "::", "..",
    ];
    let mut text = punct.as_char().to_string();
    if let (proc_macro2::Spacing::Joint, Some(TokenTree::Punct(next))) = (punct.spacing(), next) {
        let pair = format!("{text}{}", next.as_char());
        if PAIRS.contains(&pair.as_str()) {
            text.push('+');
        }
    }
    hash.text(&text);
}

/// Strings count by their value: a line may be broken in the middle of one.
fn add_literal(hash: &mut ContentHash, literal: &Literal) {
    match Lit::new(literal.clone()) {
        Lit::Str(string) => hash
            .text("string")
            .text(&string.value())
            .text(string.suffix()),
        Lit::ByteStr(bytes) => hash.text("bytes").bytes(&bytes.value()),
        Lit::CStr(string) => hash.text("c").bytes(string.value().as_bytes()),
        _ => hash.text(&literal.to_string()),
    };
}
