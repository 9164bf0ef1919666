//! Mailboxes that outlive their owners, and the count of everything that may still do something.
//!
//! A letter stays in its box until a thread takes it, whichever life of the node that is; so no fault loses mail.
//!
//! Every thread that is awake holds a token, and so does every letter in a box. A thread that goes to sleep over an empty box gives its
//! token back; a letter hands its own to the thread it wakes. Only holders of tokens make new ones, so once there is
//! none, nothing will ever happen again: that is how a run ends, and how one that is stuck is found out without any clock.

use crate::messages::{Message, Party};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A lock that is there even after a panic elsewhere; the supervisor ends the run then.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tokens, and whether all is over.
#[derive(Debug, Default)]
pub struct Activity {
    tokens: AtomicUsize,
    over: AtomicBool,
}

impl Activity {
    /// One more that may do something.
    pub fn begin(&self) {
        self.tokens.fetch_add(1, Ordering::SeqCst);
    }

    /// One less; answers whether it was the last.
    fn end(&self) -> bool {
        self.tokens.fetch_sub(1, Ordering::SeqCst) == 1
    }

    /// Whether everybody is to stop.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Everybody stops: those awake when they look, those asleep when their boxes are opened.
    pub fn stop(&self) {
        self.over.store(true, Ordering::SeqCst);
    }
}

/// A letter.
pub type Letter = (Party, Message);

/// Why a thread wakes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// There is mail.
    Mail(Letter),
    /// Something it looks at has changed.
    Nudge,
    /// All is over.
    Over,
}

#[derive(Debug, Default)]
struct Contents {
    letters: VecDeque<Letter>,
    nudged: bool,
}

/// The box of one node.
#[derive(Debug, Default)]
pub struct Mailbox {
    contents: Mutex<Contents>,
    opened: Condvar,
}

impl Mailbox {
    /// Puts a letter in.
    pub fn put(&self, letter: Letter, activity: &Activity) {
        activity.begin();
        lock(&self.contents).letters.push_back(letter);
        self.opened.notify_one();
    }

    /// Wakes the owner without a letter.
    pub fn nudge(&self, activity: &Activity) {
        let mut contents = lock(&self.contents);
        if !std::mem::replace(&mut contents.nudged, true) {
            activity.begin();
            self.opened.notify_one();
        }
    }

    /// Opens the box so that a sleeper sees that all is over.
    pub fn open(&self) {
        let _contents = lock(&self.contents);
        self.opened.notify_all();
    }

    /// The next letter, if there is one. The thread keeps its own token.
    pub fn take(&self, activity: &Activity) -> Option<Letter> {
        let letter = lock(&self.contents).letters.pop_front()?;
        activity.end();
        Some(letter)
    }

    /// Sleeps until there is something. `all_quiet` is called if nobody is awake any more.
    pub fn wait(&self, activity: &Activity, all_quiet: impl FnOnce()) -> Wake {
        let mut contents = lock(&self.contents);
        if activity.end() {
            all_quiet();
        }
        loop {
            if activity.is_over() {
                return Wake::Over;
            }
            if let Some(letter) = contents.letters.pop_front() {
                return Wake::Mail(letter);
            }
            if std::mem::take(&mut contents.nudged) {
                return Wake::Nudge;
            }
            let woken = self.opened.wait(contents);
            contents = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        (Party::Leader, Message::NewLeader(None))
    }

    #[test]
    fn a_letter_hands_its_token_to_the_sleeper_and_the_last_to_sleep_says_so() {
        let (activity, mailbox) = (Activity::default(), Mailbox::default());
        activity.begin();
        mailbox.put(letter(), &activity);
        mailbox.put(letter(), &activity);
        assert_eq!(mailbox.take(&activity), Some(letter()));
        let too_early = || unreachable!("there is a letter");
        assert_eq!(mailbox.wait(&activity, too_early), Wake::Mail(letter()));
        mailbox.nudge(&activity);
        mailbox.nudge(&activity);
        let too_early = || unreachable!("there is a nudge");
        assert_eq!(mailbox.wait(&activity, too_early), Wake::Nudge);
        assert_eq!(mailbox.take(&activity), None);
        assert_eq!(mailbox.wait(&activity, || activity.stop()), Wake::Over);
    }

    #[test]
    fn mail_for_a_sleeper_on_another_thread_arrives_in_order() {
        let (activity, mailbox) = (Activity::default(), Mailbox::default());
        activity.begin();
        activity.begin();
        let letters = [Party::Leader, Party::Streams].map(|from| (from, letter().1));
        std::thread::scope(|scope| {
            let sleeper = scope.spawn(|| [(); 2].map(|()| mailbox.wait(&activity, || ())));
            letters
                .into_iter()
                .for_each(|letter| mailbox.put(letter, &activity));
            let woken = sleeper.join().expect("no panic");
            assert_eq!(woken, letters.map(Wake::Mail));
        });
    }
}
