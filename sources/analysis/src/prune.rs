//! What of a file defines it: its syntax without documentation and tests, in one of the forms that layout may
//! give it.

use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Meta, MetaList, Stmt, Token};

/// Takes out of a file what does not define it.
pub(crate) fn prune(file: &mut syn::File) {
    Prune.visit_file_mut(file);
}

/// Whether something is compiled for tests alone.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => has_test(list),
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(_) | Meta::NameValue(_) => false,
    })
}

/// Whether `test` is among conditions that must all be met.
fn has_test(conditions: &MetaList) -> bool {
    let all = conditions.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    all.is_ok_and(|all| {
        all.iter().any(|condition| match condition {
            Meta::Path(path) => path.is_ident("test"),
            Meta::List(list) => list.path.is_ident("all") && has_test(list),
            Meta::NameValue(_) => false,
        })
    })
}

/// The attributes of one of the variants of a syntax tree's node; the enums of `syn` are open.
macro_rules! attributes {
    ($node:expr, $kind:ident: $($variant:ident)+) => {
        match $node {
            $(syn::$kind::$variant(node) => &node.attrs[..],)+
            _ => &[],
        }
    };
}

fn retain_items(items: &mut Vec<syn::Item>) {
    items.retain(|item| !is_test(of_item(item)));
}

fn of_item(item: &syn::Item) -> &[Attribute] {
    attributes!(item, Item: Const Enum ExternCrate Fn ForeignMod Impl Macro Mod Static Struct Trait
        TraitAlias Type Union Use)
}

fn of_statement(statement: &Stmt) -> &[Attribute] {
    match statement {
        Stmt::Local(local) => &local.attrs,
        Stmt::Item(item) => of_item(item),
        Stmt::Macro(invocation) => &invocation.attrs,
        Stmt::Expr(..) => &[],
    }
}

struct Prune;

impl VisitMut for Prune {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| !attribute.path().is_ident("doc"));
        for attribute in attributes {
            self.visit_attribute_mut(attribute);
        }
    }

    fn visit_file_mut(&mut self, file: &mut syn::File) {
        retain_items(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            retain_items(items);
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        let items = &mut item.items;
        items.retain(|item| !is_test(attributes!(item, ImplItem: Const Fn Macro Type)));
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        let items = &mut item.items;
        items.retain(|item| !is_test(attributes!(item, TraitItem: Const Fn Macro Type)));
        visit_mut::visit_item_trait_mut(self, item);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        let variants = std::mem::take(&mut item.variants);
        let mut variants: Vec<_> = variants.into_iter().collect();
        variants.retain(|variant| !is_test(&variant.attrs));
        item.variants = variants.into_iter().collect();
        visit_mut::visit_item_enum_mut(self, item);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        let named = std::mem::take(&mut fields.named).into_iter();
        fields.named = named.filter(|field| !is_test(&field.attrs)).collect();
        visit_mut::visit_fields_named_mut(self, fields);
    }

    fn visit_expr_struct_mut(&mut self, value: &mut syn::ExprStruct) {
        let fields = std::mem::take(&mut value.fields).into_iter();
        value.fields = fields.filter(|field| !is_test(&field.attrs)).collect();
        visit_mut::visit_expr_struct_mut(self, value);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain(|stmt| !is_test(of_statement(stmt)));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, expression: &mut syn::ExprMatch) {
        expression.arms.retain(|arm| !is_test(&arm.attrs));
        visit_mut::visit_expr_match_mut(self, expression);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        visit_mut::visit_arm_mut(self, arm);
        unwrap_block(&mut arm.body);
        arm.comma = None;
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        if matches!(closure.output, syn::ReturnType::Default) {
            unwrap_block(&mut closure.body);
        }
    }

    fn visit_where_clause_mut(&mut self, clause: &mut syn::WhereClause) {
        visit_mut::visit_where_clause_mut(self, clause);
        clause.predicates.pop_punct();
    }

    // Commas that end a list come and go with the layout, and are not hashed; but one makes a tuple of its only
    // member. A second comma keeps it.
    fn visit_expr_tuple_mut(&mut self, tuple: &mut syn::ExprTuple) {
        visit_mut::visit_expr_tuple_mut(self, tuple);
        if tuple.elems.len() == 1 {
            tuple.elems.push(Expr::Verbatim(quote!(,)));
        }
    }

    fn visit_type_tuple_mut(&mut self, tuple: &mut syn::TypeTuple) {
        visit_mut::visit_type_tuple_mut(self, tuple);
        if tuple.elems.len() == 1 {
            tuple.elems.push(syn::Type::Verbatim(quote!(,)));
        }
    }

    fn visit_pat_tuple_mut(&mut self, tuple: &mut syn::PatTuple) {
        visit_mut::visit_pat_tuple_mut(self, tuple);
        if tuple.elems.len() == 1 {
            tuple.elems.push(syn::Pat::Verbatim(quote!(,)));
        }
    }

    /// The arguments of a macro are expressions, more often than not.
    fn visit_macro_mut(&mut self, invocation: &mut syn::Macro) {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(mut arguments) = invocation.parse_body_with(arguments) {
            for argument in &mut arguments {
                self.visit_expr_mut(argument);
            }
            invocation.tokens = arguments.to_token_stream();
        }
        visit_mut::visit_macro_mut(self, invocation);
    }
}

/// `=> { a }` is `=> a` on a line that has no room for it.
fn unwrap_block(body: &mut Box<Expr>) {
    if let Expr::Block(block) = &mut **body
        && block.attrs.is_empty()
        && block.label.is_none()
        && let [Stmt::Expr(_, None)] = &block.block.stmts[..]
        && let Some(Stmt::Expr(only, None)) = block.block.stmts.pop()
    {
        **body = only;
    }
}
