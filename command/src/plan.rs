//! From what was typed to the runs it asks for. Everything is validated before the first run starts.

use crate::args::{Assignment, Changes, Shard};
use crate::error::Failure;
use crate::layout::count;
use crate::select::Selection;
use std::sync::Arc;
use verdict_checker::catalog::{Case, Setup, SetupError};
use verdict_checker::size::Size;
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Verdict;

/// One case at one size, possibly changed.
#[derive(Clone)]
pub struct Target<'c> {
    /// The case.
    pub case: &'c Case,
    /// How it is built.
    pub setup: Setup,
    /// Whether the catalog itself asks for exactly this, so that its trace may be kept under the claim's name.
    pub from_catalog: bool,
}

/// A target with its model: built once, when the run was planned.
pub struct Run<'c> {
    /// What is judged.
    pub target: Target<'c>,
    /// The model with its property.
    pub subject: Arc<dyn AnySubject>,
}

/// Runs, and what to tell about those that are not among them.
#[derive(Default)]
pub struct Plan<'c> {
    /// The runs, in the order of the catalog, smallest size first.
    pub runs: Vec<Run<'c>>,
    /// Notes for standard error.
    pub notes: Vec<String>,
}

/// Which sizes are wanted of a case that nothing sets the size of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// The smallest one.
    Smallest,
    /// Those that every check covers.
    Default,
    /// Those, and the larger ones.
    Deep,
}

impl Plan<'_> {
    /// Keeps the cases of a shard, with all their sizes.
    pub fn keep_shard(&mut self, shard: Shard) {
        let mut number = 0;
        let mut last: Option<*const Case> = None;
        self.runs.retain(|run| {
            let case: *const Case = run.target.case;
            if last.is_some_and(|last| last != case) {
                number += 1;
            }
            last = Some(case);
            shard.has(number)
        });
    }
}

impl<'c> Run<'c> {
    /// A run of a case, if it can be built.
    pub fn new(case: &'c Case, setup: Setup, from_catalog: bool) -> Result<Self, SetupError> {
        let subject: Arc<dyn AnySubject> = Arc::from(case.subject(&setup)?);
        let setup = Setup {
            size: subject.origin().size.clone(),
            ..setup
        };
        let target = Target {
            case,
            setup,
            from_catalog,
        };
        Ok(Run { target, subject })
    }
}

impl Target<'_> {
    /// `ring/unique-real as-meant N=3 k=1`
    pub fn name(&self) -> String {
        let name = format!(
            "{} {} {}",
            self.case.claim, self.case.variant, self.setup.size
        );
        name.trim_end().to_owned()
    }

    /// What the catalog expects, once the verdict is known.
    ///
    /// Of a mutant, and of a world without an assumption, it knows what becomes of all default sizes together: one that is to be
    /// refuted disappoints only at the last of them.
    pub fn expected(&self, found: Verdict) -> Option<Verdict> {
        let expected = self.case.expectation(&self.setup)?;
        let together = self.setup.mutant.is_some() || !self.setup.without.is_empty();
        if !together || found == expected {
            return Some(expected);
        }
        let sizes = || self.case.default_sizes();
        let known = match expected {
            Verdict::Refuted | Verdict::NotReproduced => {
                sizes().last().as_ref() == Some(&self.setup.size)
            }
            // Some size is cut or unclear, and no size fails; which one it is is not said.
            Verdict::Bounded | Verdict::Ambiguous => found.is_failure(),
            Verdict::Holds | Verdict::Proved | Verdict::Reproduced | Verdict::Unchecked => {
                sizes().any(|size| size == self.setup.size)
            }
        };
        known.then_some(expected)
    }

    /// Whether two targets differ in their size alone.
    pub fn is_same_matter(&self, other: &Target) -> bool {
        let (a, b) = (&self.setup, &other.setup);
        std::ptr::eq(self.case, other.case)
            && (&a.without, &a.with, &a.mutant) == (&b.without, &b.with, &b.mutant)
    }

    /// The words after the name of the command that repeat this run.
    pub fn command(&self) -> String {
        let mut words = format!("check {} --variant {}", self.case.claim, self.case.variant);
        for (name, value) in self.setup.size.iter() {
            words += &format!(" -p {name}={value}");
        }
        let lists = [
            ("--without", &self.setup.without),
            ("--with", &self.setup.with),
        ];
        for (option, names) in lists {
            for name in names {
                words += &format!(" {option} {name}");
            }
        }
        if let Some(mutant) = &self.setup.mutant {
            words += &format!(" --mutant {mutant}");
        }
        words
    }
}

/// The runs that a command asks for.
///
/// A case to which a change does not apply (it has no such parameter, assumption or mutant) is left out as long as
/// it applies to another; if it applies to none, that is an error.
pub fn plan<'c>(
    selection: &Selection<'c>,
    changes: &Changes,
    without: &[String],
    sizes: Sizes,
) -> Result<Plan<'c>, Failure> {
    let without = each_once(without);
    let parameters = assignments(&changes.parameters)?;
    if let Some(name) = without.iter().find(|name| changes.with.contains(name)) {
        return Err(Failure::input(format!(
            "`{name}` cannot be both dropped and added; give either --without {name} or --with {name}"
        )));
    }
    let mut plan = Plan::default();
    let mut left_out: Vec<(&Case, Failure)> = Vec::new();
    let mut fitting = 0;
    for case in &selection.cases {
        let mut runs = Vec::new();
        for size in wanted(case, &parameters, sizes) {
            match planned(case, size, changes, &without, &parameters)? {
                Ok(run) => runs.push(run),
                Err(does_not_apply) => {
                    left_out.push((case, does_not_apply));
                    runs.clear();
                    break;
                }
            }
        }
        fitting += usize::from(!runs.is_empty());
        plan.runs.extend(runs);
    }
    if !left_out.is_empty() && fitting > 0 {
        plan.notes.push(leave_out(&left_out));
    } else if let Some((_, failure)) = left_out.into_iter().next() {
        return Err(failure);
    }
    Ok(plan)
}

/// A case without these assumptions at those of these sizes at which all of them are made.
pub fn without<'c>(
    case: &'c Case,
    names: &[String],
    sizes: impl IntoIterator<Item = Size>,
) -> Result<Vec<Run<'c>>, SetupError> {
    let are_made = |size: &Size| {
        let assumed = case.assumed_at(size);
        let is_made = |name: &String| assumed.iter().any(|known| known.name == name);
        names.iter().all(is_made)
    };
    let run = |size| {
        let setup = Setup {
            without: names.to_vec(),
            ..Setup::of(size)
        };
        Run::new(case, setup, false)
    };
    sizes.into_iter().filter(are_made).map(run).collect()
}

/// Names a few of the cases that were left out.
fn leave_out(cases: &[(&Case, Failure)]) -> String {
    const NAMED: usize = 3;
    let names = cases.iter().take(NAMED);
    let mut names: Vec<String> = names
        .map(|(case, _)| format!("{} {}", case.claim, case.variant))
        .collect();
    if cases.len() > NAMED {
        names.push(format!("{} more", cases.len() - NAMED));
    }
    format!(
        "{} left out, because the change does not apply: {}",
        count(cases.len(), "case"),
        names.join(", ")
    )
}

fn each_once(names: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        if !kept.contains(name) {
            kept.push(name.clone());
        }
    }
    kept
}

fn assignments(given: &[Assignment]) -> Result<Vec<Assignment>, Failure> {
    for (index, assignment) in given.iter().enumerate() {
        if given[..index].iter().any(|a| a.name == assignment.name) {
            let name = &assignment.name;
            return Err(Failure::input(format!(
                "the parameter {name} is set twice; give -p {name}=... once"
            )));
        }
    }
    Ok(given.to_vec())
}

/// The sizes that are asked of a case.
fn wanted(case: &Case, parameters: &[Assignment], sizes: Sizes) -> Vec<Size> {
    let mut own = case.all_sizes();
    if parameters.is_empty() {
        let wanted = match sizes {
            Sizes::Smallest => 1,
            Sizes::Default => case.sizes.len(),
            Sizes::Deep => usize::MAX,
        };
        return own.take(wanted).collect();
    }
    // The first size that agrees with what was set; if there is none, the first size, with that changed.
    let agrees = |size: &Size| {
        let same = |a: &Assignment| size.value(&a.name) == Some(&a.value);
        parameters.iter().all(same)
    };
    let mut size = own.find(agrees).unwrap_or_else(|| case.smallest());
    for assignment in parameters {
        size.set(&assignment.name, assignment.value.clone());
    }
    vec![size]
}

/// The run of a case at a size; the inner error if the change does not apply to the case, the outer one if the run is
/// wrong in another way.
fn planned<'c>(
    case: &'c Case,
    size: Size,
    changes: &Changes,
    without: &[String],
    given: &[Assignment],
) -> Result<Result<Run<'c>, Failure>, Failure> {
    let mut setup = Setup {
        size,
        without: without.to_vec(),
        with: each_once(&changes.with),
        mutant: changes.mutant.clone(),
    };
    // To add what is assumed already changes nothing.
    let assumed = case.assumed();
    setup
        .with
        .retain(|name| !assumed.iter().any(|known| known.name == name));
    let from_catalog = given.is_empty() && setup.is_plain();
    let error = match Run::new(case, setup.clone(), from_catalog) {
        Ok(run) => return Ok(Ok(run)),
        Err(error) => error,
    };
    let failure = Failure::setup(case, &error);
    match error {
        SetupError::UnknownParameter { .. }
        | SetupError::NotAssumed { .. }
        | SetupError::UnknownMutant { .. } => Ok(Err(failure)),
        SetupError::OutOfRange { .. } => Err(explain_range(case, &setup.size, given, &failure)),
        SetupError::WrongKind { .. } => {
            let (claim, variant) = (case.claim, case.variant);
            Err(Failure::input(format!("{claim} ({variant}): {failure}")))
        }
        SetupError::UnknownAssumption { .. }
        | SetupError::MissingParameter { .. }
        | SetupError::UnknownProperty { .. } => Err(failure),
    }
}

/// Says where the values come from that nobody typed.
fn explain_range(case: &Case, size: &Size, given: &[Assignment], failure: &Failure) -> Failure {
    let defaults = size.iter().filter_map(|(name, value)| {
        let typed = given.iter().any(|a| a.name == name);
        (!typed).then(|| format!("{name} = {value}"))
    });
    let defaults: Vec<String> = defaults.collect();
    let (claim, variant) = (case.claim, case.variant);
    let hint = if defaults.is_empty() {
        String::new()
    } else {
        let defaults = defaults.join(", ");
        format!("; {defaults} is the smallest default size, set it with -p too")
    };
    Failure::input(format!("{claim} ({variant}): {failure}{hint}"))
}
