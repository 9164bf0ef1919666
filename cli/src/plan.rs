//! From what was typed to the runs it asks for. Everything is validated before the first run starts.

use crate::args::{Assignment, Changes};
use crate::error::Failure;
use crate::layout::count;
use crate::select::Selection;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::{Case, Setup, SetupError};

/// One case at one size, possibly changed.
pub struct Run {
    /// The case.
    pub case: &'static Case,
    /// How to build it.
    pub setup: Setup,
    /// Whether the catalog itself asks for exactly this, so that its trace may be kept under the claim's name.
    pub from_catalog: bool,
}

/// Runs, and what to tell about those that are not among them.
#[derive(Default)]
pub struct Plan {
    /// The runs, in the order of the catalog, smallest size first.
    pub runs: Vec<Run>,
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

impl Run {
    /// The size in the order of the case's parameters: `N=3 k=1`.
    pub fn size(&self) -> String {
        size(self.case, &self.setup)
    }

    /// What the catalog expects, once the verdict is known.
    ///
    /// It knows what happens without an assumption at the smallest size only; and of a mutant it knows that one of the
    /// default sizes kills it, which is disappointed only when the last of them does not.
    pub fn expected(&self, found: Verdict) -> Option<Verdict> {
        let is_size = |size: Option<&&[u64]>| {
            let own = size.map(|size| self.case.setup(size).parameters);
            own.as_ref() == Some(&self.setup.parameters)
        };
        let known = if !self.setup.without.is_empty() {
            is_size(self.case.sizes.first())
        } else if self.setup.mutant.is_some() {
            found == Verdict::Refuted || is_size(self.case.sizes.last())
        } else {
            true
        };
        let expected = known.then(|| self.case.expectation(&self.setup));
        expected.flatten()
    }

    /// The words after `verdict` that repeat this run.
    pub fn command(&self) -> String {
        let mut words = format!("check {} --variant {}", self.case.claim, self.case.variant);
        for parameter in self.case.parameters {
            if let Some(value) = self.setup.parameters.get(parameter.name) {
                words += &format!(" -p {}={value}", parameter.name);
            }
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

/// The parameters of a setup in the order of the case: `N=3 k=1`.
pub fn size(case: &Case, setup: &Setup) -> String {
    let values = case.parameters.iter().filter_map(|parameter| {
        let value = setup.parameters.get(parameter.name)?;
        Some(format!("{}={value}", parameter.name))
    });
    values.collect::<Vec<_>>().join(" ")
}

/// The runs that a command asks for.
///
/// A case to which a change does not apply (it has no such parameter, assumption or mutant) is left out as long as
/// it applies to another; if it applies to none, that is an error.
pub fn plan(
    selection: &Selection,
    changes: &Changes,
    without: &[String],
    sizes: Sizes,
) -> Result<Plan, Failure> {
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
        for setup in setups(case, &parameters, sizes) {
            let from_catalog = parameters.is_empty();
            let run = changed(case, setup, changes, &without, from_catalog);
            match validate(&run, &parameters)? {
                None => runs.push(run),
                Some(does_not_apply) => {
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

fn setups(case: &Case, parameters: &[Assignment], sizes: Sizes) -> Vec<Setup> {
    let own = case
        .sizes
        .iter()
        .chain(case.deep)
        .map(|size| case.setup(size));
    if parameters.is_empty() {
        let wanted = match sizes {
            Sizes::Smallest => 1,
            Sizes::Default => case.sizes.len(),
            Sizes::Deep => usize::MAX,
        };
        return own.take(wanted).collect();
    }
    // The first size that agrees with what was set; if there is none, the first size, with that changed.
    let agrees = |setup: &Setup| {
        let same = |a: &Assignment| setup.parameters.get(&a.name) == Some(&a.value);
        parameters.iter().all(same)
    };
    let own: Vec<Setup> = own.collect();
    let mut setup = match own.iter().find(|setup| agrees(setup)).or(own.first()) {
        Some(setup) => setup.clone(),
        None => return Vec::new(),
    };
    for assignment in parameters {
        let name = assignment.name.clone();
        setup.parameters.insert(name, assignment.value);
    }
    vec![setup]
}

fn changed(
    case: &'static Case,
    mut setup: Setup,
    changes: &Changes,
    without: &[String],
    from_catalog: bool,
) -> Run {
    setup.without = without.to_vec();
    // To add what is assumed already changes nothing.
    setup.with = each_once(&changes.with);
    setup.with.retain(|name| !case.assumed().any(|n| n == name));
    setup.mutant = changes.mutant.clone();
    let unchanged = setup.without.is_empty() && setup.with.is_empty() && setup.mutant.is_none();
    Run {
        case,
        setup,
        from_catalog: from_catalog && unchanged,
    }
}

/// `Some` if the change does not apply to the case; an error if the run is wrong in another way.
fn validate(run: &Run, given: &[Assignment]) -> Result<Option<Failure>, Failure> {
    let Err(error) = run.case.judge(&run.setup) else {
        return Ok(None);
    };
    let failure = Failure::setup(run.case, &error);
    match error {
        SetupError::UnknownParameter { .. }
        | SetupError::NotAssumed { .. }
        | SetupError::UnknownMutant { .. } => Ok(Some(failure)),
        SetupError::OutOfRange { .. } => Err(explain_range(run, given, &failure)),
        SetupError::UnknownAssumption { .. } => Err(failure),
    }
}

/// Says where the values come from that nobody typed.
fn explain_range(run: &Run, given: &[Assignment], failure: &Failure) -> Failure {
    let defaults = run.case.parameters.iter().filter_map(|parameter| {
        let typed = given.iter().any(|a| a.name == parameter.name);
        let value = run.setup.parameters.get(parameter.name)?;
        (!typed).then(|| format!("{} = {value}", parameter.name))
    });
    let defaults: Vec<String> = defaults.collect();
    let (claim, variant) = (run.case.claim, run.case.variant);
    let hint = if defaults.is_empty() {
        String::new()
    } else {
        let defaults = defaults.join(", ");
        format!("; {defaults} is the smallest default size, set it with -p too")
    };
    Failure::input(format!("{claim} ({variant}): {failure}{hint}"))
}
