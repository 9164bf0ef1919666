//! Kani's attributes, which here change nothing: the list of the harnesses says what each must do.

use proc_macro::TokenStream;

/// A harness.
#[proc_macro_attribute]
pub fn proof(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// A harness that must fail.
#[proc_macro_attribute]
pub fn should_panic(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// How far Kani unwinds loops.
#[proc_macro_attribute]
pub fn unwind(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}
