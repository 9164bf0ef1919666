//! How long a reader of the live explorer waits: for the first page of a claim with millions of states, and for a step.

use serde::Serialize;
use std::time::Instant;
use verdict::error::Failure;
use verdict::layout::thousands;
use verdict_checker::catalog::{Case, Catalog};
use verdict_explorer::api::Api;
use verdict_explorer::server::{Request, Response};

/// A claim that takes 3,012,293 states to exhaust.
const VIEWED: (&str, &str) = ("basics/ricart-agrawala/mutex", "four-processes");

/// What was measured.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FirstView {
    page_seconds: f64,
    page_bytes: usize,
    step_seconds: f64,
}

impl FirstView {
    /// Asks the server's own code for the page, and for a step behind it; no network is in between.
    pub fn measure(catalog: &Catalog) -> Result<Self, Failure> {
        let nothing = |_: &Case| None;
        let api = Api::new(catalog, None, &nothing);
        let (claim, variant) = VIEWED;
        let started = Instant::now();
        let page = answered(api.answer(&Request {
            is_post: false,
            path: "/".to_owned(),
            query: format!("claim={claim}&variant={variant}"),
            body: Vec::new(),
        }))?;
        let page_seconds = started.elapsed().as_secs_f64();
        let question =
            serde_json::json!({ "claim": claim, "variant": variant, "parameters": { "N": 4 } });
        let started = Instant::now();
        answered(api.answer(&Request {
            is_post: true,
            path: "/api/walk".to_owned(),
            query: String::new(),
            body: question.to_string().into_bytes(),
        }))?;
        Ok(FirstView {
            page_seconds,
            page_bytes: page.len(),
            step_seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// In a sentence.
    pub fn in_words(&self) -> String {
        format!(
            "The explorer's first page of {} ({}, 3,012,293 states): {:.0} ms, {} bytes; a step in it: {:.0} ms.",
            VIEWED.0,
            VIEWED.1,
            self.page_seconds * 1000.0,
            thousands(self.page_bytes),
            self.step_seconds * 1000.0,
        )
    }
}

fn answered(response: Response) -> Result<Vec<u8>, Failure> {
    match response.status {
        200 => Ok(response.body),
        _ => Err(Failure::input(String::from_utf8_lossy(&response.body))),
    }
}
