//! Several threads that answer a stream: each reads a batch, answers it, and hands the answers over to be written in order.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::choices::Worst;
use crate::failure::{Failure, Place};
use crate::output::Output;
use crate::stream::form::Form;
use crate::stream::progress::Progress;
use crate::stream::summary::{Named, Summary};

/// The batches of answers that may wait for an earlier one, for each thread.
const WAITING: usize = 4;

/// The maximum number of lines on standard error about single records.
const MAX_LINES: usize = 24;

/// The lines on standard error. After [`MAX_LINES`] of them they are only counted.
#[derive(Default)]
pub(crate) struct StandardError(usize);

impl StandardError {
    pub(crate) fn say(&mut self, line: &str, print: impl Fn(&str)) {
        self.0 += 1;
        if self.0 <= MAX_LINES {
            print(line);
        }
    }

    /// Prints how many lines were left out.
    pub(crate) fn finish(&self, print: impl Fn(&str)) {
        if let Some(more @ 1..) = self.0.checked_sub(MAX_LINES) {
            print(&format!(
                "calendiff: {more} more like these; --format json and --summary have them all"
            ));
        }
    }
}

/// The exit status of a stream, and its summary.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) code: u8,
    pub(crate) summary: Summary,
    /// The lines on standard error.
    pub(crate) said: StandardError,
    /// True if the stream was answered to its end.
    pub(crate) is_whole: bool,
}

/// Texts of answers.
#[derive(Default)]
struct AnswerPart {
    text: String,
    /// The line for standard error that follows it.
    said: Option<String>,
    /// The place and the id of the record that it is the update of.
    update_of: Option<(Place, String)>,
}

/// The answers to a batch of records.
#[derive(Default)]
pub(crate) struct Answers {
    parts: Vec<AnswerPart>,
    pub(crate) records: usize,
    pub(crate) found: Found,
}

impl Answers {
    /// Returns no answers yet; their summary names as many records as the worst.
    pub(crate) fn naming(worst: Option<Worst>) -> Self {
        Self {
            found: Found {
                summary: Summary::naming(worst),
                ..Found::default()
            },
            ..Self::default()
        }
    }

    /// Appends an answer, and what is to be said of it on standard error.
    pub(crate) fn add(&mut self, text: &str, said: Option<String>) {
        match self.parts.last_mut() {
            Some(AnswerPart {
                text: last,
                said: is_said @ None,
                update_of: None,
            }) => {
                last.push_str(text);
                *is_said = said;
            }
            _ => self.parts.push(AnswerPart {
                text: text.to_owned(),
                said,
                update_of: None,
            }),
        }
    }

    /// Appends an answer that is the update of a record.
    pub(crate) fn add_update(&mut self, text: &str, place: &Place, id: String) {
        self.parts.push(AnswerPart {
            text: text.to_owned(),
            said: None,
            update_of: Some((place.clone(), id)),
        });
    }
}

/// The destination of answers.
pub(crate) struct Sink {
    output: Output,
    /// The text before all answers, until it is written, and the text after them.
    around: Option<[String; 2]>,
    progress: Progress,
    records: usize,
    found: Found,
    form: Form,
    /// The ids of the records that have an update.
    updated: HashSet<String>,
    failure: Option<Failure>,
    /// True once nothing more is to be written.
    is_over: bool,
}

impl Sink {
    pub(crate) fn new(
        output: Output,
        around: Option<[String; 2]>,
        progress: Progress,
        summary: Summary,
        form: Form,
    ) -> Self {
        let found = Found {
            summary,
            ..Found::default()
        };
        Self {
            output,
            around,
            progress,
            records: 0,
            found,
            form,
            updated: HashSet::new(),
            failure: None,
            is_over: false,
        }
    }

    fn write(&mut self, answers: Result<Answers, Failure>) {
        let answers = match answers {
            Ok(answers) => answers,
            Err(failure) => return self.stop(failure),
        };
        self.found.code = self.found.code.max(answers.found.code);
        self.found.summary.merge(answers.found.summary);
        self.records += answers.records;
        for part in answers.parts {
            let AnswerPart { mut text, said, .. } = self.once(part);
            if let Some([before, _]) = self.around.as_mut().filter(|_| !text.is_empty())
                && !before.is_empty()
            {
                text = std::mem::take(before) + text.trim_start_matches(',');
            }
            match self.output.write(&mut text) {
                Ok(true) => {}
                Ok(false) => self.is_over = true,
                Err(failure) => return self.stop(failure),
            }
            if let Some(said) = said {
                self.found.said.say(&said, |line| self.progress.say(line));
            }
        }
        self.progress.show(self.records);
    }

    /// Returns an answer unchanged, or an error in place of a second update for one id.
    fn once(&mut self, part: AnswerPart) -> AnswerPart {
        let Some((place, id)) = &part.update_of else {
            return part;
        };
        if self.updated.insert(id.clone()) {
            return part;
        }
        let message =
            format!("an earlier record has the id {id:?} too; nothing is asked twice for one id");
        let failure = Failure::Record(place.clone(), "id_twice", message);
        self.found.code = self.found.code.max(failure.status());
        let named = Named::of(place, Some(id.clone()));
        self.found.summary.add_failure(named, &failure);
        AnswerPart {
            text: (self.form.unanswered)(place, Some(id), &failure).unwrap_or_default(),
            said: Some(format!("calendiff: {failure}")),
            update_of: None,
        }
    }

    fn stop(&mut self, failure: Failure) {
        self.failure = Some(failure);
        self.is_over = true;
    }
}

/// The turn of the next answers to write, and the answers that wait for theirs.
struct Queue {
    sink: Sink,
    next: usize,
    waiting: BTreeMap<usize, Result<Answers, Failure>>,
}

/// Answers every batch on so many threads, and writes the answers in the order of the batches. Also returns what was found
/// until then, and the first failure after which nothing could be read or written, if there was one.
pub(crate) fn run<T: Send>(
    jobs: usize,
    read: impl FnMut() -> Result<Vec<T>, Failure> + Send,
    answer: impl Fn(Vec<T>) -> Answers + Sync,
    sink: Sink,
) -> (Output, Found, Option<Failure>) {
    let reader = Mutex::new((0, Some(read)));
    let queue = Mutex::new(Queue {
        sink,
        next: 0,
        waiting: BTreeMap::new(),
    });
    let written = Condvar::new();
    let work = || {
        let _guard = StopsAll {
            queue: &queue,
            written: &written,
        };
        loop {
            let (turn, batch) = {
                let mut reader = locked(&reader);
                let (turn, read) = &mut *reader;
                let Some(batch) = read.as_mut().map(|read| read()) else {
                    return;
                };
                // The end and a failure are final.
                if batch.as_ref().map_or(true, Vec::is_empty) {
                    reader.1 = None;
                    let (turn, _) = *reader;
                    (turn, batch)
                } else {
                    *turn += 1;
                    (*turn - 1, batch)
                }
            };
            let answers = batch.map(&answer);
            let mut queue = locked(&queue);
            while turn > queue.next + WAITING * jobs && !queue.sink.is_over {
                queue = written.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            queue.waiting.insert(turn, answers);
            queue.write_ready();
            written.notify_all();
            if queue.sink.is_over {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(work);
        }
        work();
    });
    let mut sink = queue
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .sink;
    sink.progress.finish();
    sink.found.is_whole = !sink.is_over;
    if let Some(around) = sink.around.filter(|_| sink.failure.is_none())
        && let Err(failure) = sink.output.write(&mut around.concat())
    {
        sink.failure = Some(failure);
    }
    (sink.output, sink.found, sink.failure)
}

impl Queue {
    fn write_ready(&mut self) {
        while !self.sink.is_over {
            let Some(answers) = self.waiting.remove(&self.next) else {
                return;
            };
            self.next += 1;
            self.sink.write(answers);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all threads if one of them panics: the others would wait for its answers.
struct StopsAll<'a> {
    queue: &'a Mutex<Queue>,
    written: &'a Condvar,
}

impl Drop for StopsAll<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            locked(self.queue).sink.is_over = true;
            self.written.notify_all();
        }
    }
}
