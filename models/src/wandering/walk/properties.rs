//! What is asked of section 5.

use super::super::rules::{Decision, Host, Token};
use super::{Mind, State, Step, Walk};
use verdict_checker::property::{Promise, Property};

/// The tokens that another token in the system precedes, with where they are.
fn spurious(walk: &Walk, state: &State) -> Vec<(Token, Host)> {
    let preceded = |token: Token| {
        let mut others = state.tokens.iter();
        others.any(|other| walk.rules.precedes(other.token, token))
    };
    let live = state.tokens.iter().filter(|live| preceded(live.token));
    live.map(|live| (live.token, live.at)).collect()
}

/// `Tokens: of S0 at S1, of S2 at S2; enabled in the last Delta_min: S1 by S0's.`
fn portrait(walk: &Walk, state: &State) -> String {
    let tokens: Vec<_> = state
        .tokens
        .iter()
        .map(|live| format!("of S{} at S{}", live.token.generator.0, live.at.0))
        .collect();
    let tokens = match tokens.is_empty() {
        true => "There is no token".to_owned(),
        false => format!("Tokens, the oldest first: {}", tokens.join(", ")),
    };
    let enabled: Vec<_> = state
        .minds
        .iter()
        .enumerate()
        .filter_map(|(i, mind): (usize, &Mind)| {
            let enabling = mind.component.enabled?;
            let ago = walk.clock(Host(i as u16)) - enabling.at;
            Some(format!(
                "S{i} by a token of S{} {ago} ago",
                enabling.by.generator.0
            ))
        })
        .collect();
    match enabled.is_empty() {
        true => format!("{tokens}; no component was enabled less than Delta_min ago."),
        false => format!(
            "{tokens}; enabled less than Delta_min ago: {}.",
            enabled.join(", ")
        ),
    }
}

/// The oldest token in the system is never discarded: "the first generated token will persist".
pub fn the_oldest_stays() -> Property<Walk> {
    Property::every_step("the oldest token stays", |_, _, step: &Step, _| {
        !matches!(
            step,
            Step::Pass {
                token: 0,
                decision: Decision::Remove,
                ..
            }
        )
    })
    .when(|_, state: &State| state.tokens.len() > 1)
    .complain(portrait)
}

/// The newest token in the system is never discarded.
pub fn the_newest_stays() -> Property<Walk> {
    Property::every_step(
        "the newest token stays",
        |_, before: &State, step: &Step, _| {
            let newest = before.tokens.len().saturating_sub(1);
            !matches!(
                step,
                Step::Pass { token, decision: Decision::Remove, .. } if *token == newest
            )
        },
    )
    .when(|_, state: &State| state.tokens.len() > 1)
    .complain(portrait)
}

/// "Performing the protected operation only in case the component performed the protected operation more than ∆min time
/// units ago", however many tokens come.
pub fn at_most_one_operation_per_period() -> Property<Walk> {
    Property::every_step(
        "at most one operation in Delta_min",
        |walk: &Walk, before: &State, step: &Step, _| match step {
            Step::Pass {
                to,
                decision: Decision::Use,
                ..
            } => {
                let last = before.minds[usize::from(to.0)].component.operated;
                last.is_none_or(|at| walk.clock(*to) > at + walk.rules.constants.min)
            }
            Step::Pass { .. }
            | Step::Send { .. }
            | Step::Wait(_)
            | Step::Lose { .. }
            | Step::Regenerate(_) => true,
        },
    )
    .when(|_, state: &State| state.tokens.len() > 1)
    .complain(portrait)
}

/// Where nobody waits long for the token, nobody generates another.
pub fn one_token_without_starvation() -> Property<Walk> {
    Property::always("there is one token", |_, state: &State| {
        state.tokens.len() == 1
    })
    .complain(portrait)
}

/// After one loss the last token is never removed: what is generated instead stays.
pub fn replaced_for_good() -> Property<Walk> {
    Property::always(
        "the regenerated tokens do not all vanish",
        |_, state: &State| state.history.rounds == 0,
    )
    .when(|_, state: &State| state.lost > 0 && !state.tokens.is_empty())
    .complain(portrait)
}

/// All tokens vanish again, as many times as are counted.
pub fn vanish_in_rounds() -> Property<Walk> {
    Property::possible(
        "the last token is removed in each round",
        |walk: &Walk, state: &State| state.history.rounds == walk.rounds,
    )
    .complain(portrait)
}

/// "If the token was lost more than [∆min] ago, we are sure that the first generated token will persist."
pub fn the_first_persists() -> Property<Walk> {
    Property::always(
        "the first generated token persists",
        |_, state: &State| match state.history.first {
            Some((first, true)) => state.tokens.iter().any(|live| live.token == first),
            Some((_, false)) | None => true,
        },
    )
    .when(|_, state: &State| matches!(state.history.first, Some((_, true))))
    .complain(portrait)
}

/// A component that sees no token generates one: whenever there is none, there will be one.
pub fn replaced_in_the_end() -> Property<Walk> {
    let promise = Promise::leads_to(
        "a lost token is replaced",
        |_, state: &State| state.tokens.is_empty(),
        |_, state: &State| !state.tokens.is_empty() || state.over,
    );
    Property::promises("a token in the end", vec![promise]).complain(portrait)
}

/// Whenever there is no token, there will be one again for 2 ∆max without a break.
pub fn replaced_and_stays() -> Property<Walk> {
    let promise = Promise::leads_to(
        "a lost token is replaced by one that stays",
        |_, state: &State| state.tokens.is_empty(),
        |walk: &Walk, state: &State| {
            state.over || state.history.present >= 2 * walk.rules.constants.max
        },
    );
    Property::promises("a token that stays", vec![promise]).complain(portrait)
}

/// Whenever there are several tokens, there will be one alone.
pub fn removed_in_the_end() -> Property<Walk> {
    let promise = Promise::leads_to(
        "spurious tokens are removed",
        |_, state: &State| state.tokens.len() > 1,
        |_, state: &State| state.tokens.len() == 1 || state.over,
    );
    Property::promises("one token in the end", vec![promise]).complain(portrait)
}

/// "If the spurious token visits any of them it will be thrown away": any that has not exceeded its ∆min timeout.
pub fn every_recent_component_removes() -> Property<Walk> {
    let recent = |walk: &Walk, state: &State, host: Host| {
        let mind = &state.minds[usize::from(host.0)];
        let min = walk.rules.constants.min;
        let now = walk.clock(host);
        mind.component.operated.is_some_and(|at| now < at + min)
    };
    Property::always(
        "a component within Delta_min of its operation discards a spurious token",
        move |walk: &Walk, state: &State| {
            spurious(walk, state).iter().all(|(token, at)| {
                walk.hosts()
                    .filter(|host| host != at && recent(walk, state, *host))
                    .all(|host| walk.would(state, host, *token) == Decision::Remove)
            })
        },
    )
    .when(|walk: &Walk, state: &State| !spurious(walk, state).is_empty())
    .complain(portrait)
}

/// At any time there is a component that would discard the spurious token.
pub fn removal_can_happen() -> Property<Walk> {
    Property::always(
        "some component would discard a spurious token",
        |walk: &Walk, state: &State| {
            spurious(walk, state).iter().all(|(token, at)| {
                walk.hosts()
                    .filter(|host| host != at)
                    .any(|host| walk.would(state, host, *token) == Decision::Remove)
            })
        },
    )
    .when(|walk: &Walk, state: &State| !spurious(walk, state).is_empty())
    .complain(portrait)
}

/// Fig. 2 does with each token what the rules do.
pub fn decides_as_the_rules() -> Property<Walk> {
    Property::always("Fig. 2 decides as section 5", |_, state: &State| {
        state.history.disagreement.is_none()
    })
    .when(|_, state: &State| state.tokens.len() > 1)
    .complain(|_, state: &State| match state.history.disagreement {
        Some((at, rules, figure)) => {
            let word = |decision| match decision {
                Decision::Use => "uses it",
                Decision::PassOn => "passes it on without use",
                Decision::Remove => "discards it",
            };
            format!(
                "S{} has received a token: by section 5 it {}, by Fig. 2 it {}.",
                at.0,
                word(rules),
                word(figure)
            )
        }
        None => "They agree.".to_owned(),
    })
}

/// Every component that has operated does so again.
pub fn operates_again(walk: &Walk) -> Property<Walk> {
    let again = |host: u16| {
        Promise::infinitely_often(
            format!("S{host} uses a token again and again"),
            move |_: &Walk, state: &State| {
                let mut tokens = state.tokens.iter();
                state.over || tokens.any(|live| live.at == Host(host) && live.used)
            },
        )
    };
    Property::promises("operates again", (0..walk.hosts).map(again).collect()).complain(portrait)
}
