//! A bar on the terminal: how much of the input is read, how many records are answered, and the time that is left.

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::show;
use crate::source::Taken;

/// The time between two pictures of the bar.
const PAUSE: Duration = Duration::from_millis(100);

/// The bar, if there is a terminal to show it.
pub(crate) struct Progress(Option<Bar>);

struct Bar {
    picture: ProgressBar,
    taken: Taken,
    start: Instant,
    shown: Instant,
}

impl Progress {
    /// Returns a bar if standard error is a terminal and the answers do not go to one.
    pub(crate) fn new(taken: Option<Taken>, is_wanted: bool, answers_are_shown: bool) -> Self {
        let beside_answers = answers_are_shown && io::stdout().is_terminal();
        if !is_wanted || beside_answers || !io::stderr().is_terminal() {
            return Self(None);
        }
        Self(taken.map(|taken| {
            let bar = ProgressBar::with_draw_target(taken.size, ProgressDrawTarget::stderr());
            let template = if taken.size.is_some() {
                "{bar:30} {percent}% {msg}, {eta} left"
            } else {
                "{spinner} {msg}"
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            let now = Instant::now();
            Bar {
                picture: bar,
                taken,
                start: now,
                shown: now,
            }
        }))
    }

    /// Shows the number of records that are answered.
    pub(crate) fn show(&mut self, records: usize) {
        let Some(Bar {
            picture: bar,
            taken,
            start,
            shown,
        }) = &mut self.0
        else {
            return;
        };
        if shown.elapsed() < PAUSE {
            return;
        }
        *shown = Instant::now();
        let rate = records as u128 * 1000 / start.elapsed().as_millis().max(1);
        bar.set_message(format!("{records} records, {rate} a second"));
        bar.set_position(taken.bytes.load(Ordering::Relaxed));
        bar.tick();
    }

    /// Prints a line on standard error, above the bar.
    pub(crate) fn say(&self, line: &str) {
        match &self.0 {
            None => show::say(line),
            Some(Bar { picture: bar, .. }) => bar.suspend(|| show::say(line)),
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(Bar { picture: bar, .. }) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
