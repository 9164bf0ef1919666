//! `sources!()`: what the build finds in the source of the crate that is being compiled.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::path::{Path, PathBuf};
use std::{env, fs};
use verdict_sources::{File, Impl, Kind, Package};

/// What stands in the source of the crate in which this is called, as a `verdict_sources::Package`: which tokens
/// define each file below `src`, and to which other files it refers.
///
/// ```text
/// pub static SOURCES: verdict::sources::Package = verdict::sources!();
/// ```
///
/// A crate that does not depend on `verdict` says where the types are: `sources!(::verdict_sources)`.
#[proc_macro]
pub fn sources(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    // What is analysed is text, and not the compiler's business.
    proc_macro2::fallback::force();
    let found = Crate::compiled().and_then(|found| Ok((found.analyse()?, found)));
    proc_macro2::fallback::unforce();
    let types = if input.is_empty() {
        quote!(::verdict::sources)
    } else {
        input.into()
    };
    let expanded = match found {
        Ok((package, found)) => expand(&package, &found.directory, &types),
        Err(error) => syn::Error::new(Span::call_site(), error).into_compile_error(),
    };
    expanded.into()
}

/// The crate that is being compiled.
struct Crate {
    name: String,
    directory: PathBuf,
}

impl Crate {
    fn compiled() -> Result<Self, String> {
        let variable = |name: &str| {
            env::var(name).map_err(|_| format!("`sources!` needs {name}, which cargo sets"))
        };
        let found = Crate {
            name: variable("CARGO_CRATE_NAME")?,
            directory: PathBuf::from(variable("CARGO_MANIFEST_DIR")?),
        };
        let here = proc_macro::Span::call_site().local_file();
        if here.is_some_and(|here| here.ends_with("src/main.rs"))
            && found.directory.join("src/lib.rs").exists()
        {
            return Err("`sources!` reads the library of a package that has one: \
                call it in src/lib.rs, and use its result in src/main.rs"
                .to_owned());
        }
        Ok(found)
    }

    fn analyse(&self) -> Result<Package, String> {
        let read = |path: &str| fs::read(self.directory.join(path)).ok();
        verdict_analysis::analyse(&self.name, &read).map_err(|error| {
            let directory = self.directory.display();
            format!("`sources!` cannot read the crate in {directory}: {error}")
        })
    }
}

/// The package as an expression. It includes the text of its files, so that cargo knows from which files it comes.
fn expand(package: &Package, directory: &Path, types: &TokenStream) -> TokenStream {
    let Package { name, files } = package;
    let files = files.iter().map(|file| expand_file(file, directory, types));
    quote! {
        #types::Package { name: #name, files: &[#(#files),*] }
    }
}

fn expand_file(file: &File, directory: &Path, types: &TokenStream) -> TokenStream {
    let File {
        path,
        text: _,
        digest,
        modules,
        items,
        imports,
        globs,
        uses,
        impls,
    } = file;
    let items = items.iter().map(|(path, kind)| {
        let kind = match kind {
            Kind::Trait => quote!(Trait),
            Kind::Alias => quote!(Alias),
            Kind::Item => quote!(Item),
        };
        quote!((#path, #types::Kind::#kind))
    });
    let pairs = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(name, target)| quote!((#name, #target)));
        quote!(&[#(#pairs),*])
    };
    let (imports, globs) = (pairs(imports), pairs(globs));
    let impls = impls
        .iter()
        .map(|Impl { of, with }| quote!(#types::Impl { of: &[#(#of),*], with: &[#(#with),*] }));
    let text = directory.join(path).display().to_string();
    quote! {
        #types::File {
            path: #path,
            text: include_str!(#text),
            digest: #digest,
            modules: &[#(#modules),*],
            items: &[#(#items),*],
            imports: #imports,
            globs: #globs,
            uses: &[#(#uses),*],
            impls: &[#(#impls),*],
        }
    }
}
