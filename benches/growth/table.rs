//! Measuring, and the table.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// What was measured of one input at growing sizes.
pub(crate) struct Row {
    pub(crate) shape: &'static str,
    pub(crate) verb: &'static str,
    pub(crate) times: Vec<Duration>,
}

impl Row {
    /// Measures a verb on an input at growing sizes; what takes `longest` is not measured at ten times the size. What seems
    /// to grow too fast is measured again: what else runs on the machine passes, what grows with the square stays.
    pub(crate) fn of(
        shape: &'static str,
        verb: &'static str,
        runs: &[impl Fn()],
        how: How,
    ) -> Self {
        const AGAIN: usize = 4;
        let mut row = Self {
            shape,
            verb,
            times: Vec::new(),
        };
        for run in runs {
            if row.times.last().is_none_or(|time| *time < how.longest) {
                row.times.push(how.shortest(run));
            }
        }
        for _ in 0..AGAIN {
            if !row.is_too_fast() {
                break;
            }
            for (time, run) in row.times.iter_mut().zip(runs) {
                *time = how.shortest(run).min(*time);
            }
        }
        row
    }

    /// How many times longer each size takes than the one before it, a tenth of it.
    fn ratios(&self) -> impl Iterator<Item = f64> {
        self.times
            .windows(2)
            .map(|pair| pair[1].as_secs_f64() / pair[0].as_secs_f64())
    }

    /// The growth from the smallest size to the largest.
    fn growth(&self) -> f64 {
        self.ratios().product()
    }

    /// Whether ten times the input takes more than twelve times the time, where that is long enough to tell.
    fn is_too_fast(&self) -> bool {
        const LONG_ENOUGH: Duration = Duration::from_millis(5);
        self.longest() >= LONG_ENOUGH && self.ratios().last().is_some_and(|ratio| ratio > 12.0)
    }

    /// How long the largest input takes.
    pub(crate) fn longest(&self) -> Duration {
        self.times.iter().copied().max().unwrap_or_default()
    }
}

/// How a row is measured.
#[derive(Clone, Copy)]
pub(crate) struct How {
    runs: u32,
    /// A run that is longer than all of this is the only one, or one of five.
    enough: Duration,
    at_least: u32,
    longest: Duration,
}

impl How {
    pub(crate) const WELL: Self = Self {
        runs: 1_000,
        enough: Duration::from_millis(30),
        at_least: 5,
        longest: Duration::MAX,
    };
    /// Where there are many rows.
    pub(crate) const QUICKLY: Self = Self {
        runs: 20,
        enough: Duration::from_millis(3),
        at_least: 1,
        longest: Duration::from_millis(500),
    };

    /// The shortest of several runs, in time of the processor alone: what else runs on the machine only ever adds.
    fn shortest(self, run: &impl Fn()) -> Duration {
        const AT_MOST: Duration = Duration::from_secs(1);
        let begun = Instant::now();
        let mut shortest = Duration::MAX;
        let mut runs = 0;
        while runs == 0
            || runs < self.runs
                && begun.elapsed()
                    < if runs < self.at_least {
                        AT_MOST
                    } else {
                        self.enough
                    }
        {
            let start = ThreadTime::now();
            run();
            shortest = shortest.min(start.elapsed());
            runs += 1;
        }
        shortest
    }
}

/// Which rows to print.
pub(crate) struct Shown {
    pub(crate) most: usize,
    /// The time that the largest input takes at least.
    pub(crate) from: Duration,
}

impl Shown {
    pub(crate) const ALL: Self = Self {
        most: usize::MAX,
        from: Duration::ZERO,
    };
}

/// Prints rows, those that grow fastest first, and the longest time of all.
pub(crate) fn print(title: &str, sizes: &[&str], mut rows: Vec<Row>, shown: &Shown) {
    rows.sort_by(|a, b| b.growth().total_cmp(&a.growth()));
    let width = rows
        .iter()
        .map(|row| row.shape.chars().count())
        .max()
        .unwrap_or_default()
        .max(title.len());
    print!("\n{title:width$}  {:16}", "");
    for size in sizes {
        print!("{size:>11}");
    }
    println!("   per tenfold");
    let mut hidden = rows.len();
    let too_fast = rows.iter().filter(|row| row.is_too_fast()).count();
    for row in rows
        .iter()
        .filter(|row| row.longest() >= shown.from)
        .take(shown.most)
    {
        print!("{:width$}  {:16}", row.shape, row.verb);
        for time in &row.times {
            print!("{:>11}", spelled(*time));
        }
        print!("  ");
        row.ratios().for_each(|ratio| print!("{ratio:6.1}"));
        println!("{}", if row.is_too_fast() { "  over 12" } else { "" });
        hidden -= 1;
    }
    if hidden > 0 {
        print!("{hidden} more; ");
    }
    print!("over 12: {too_fast} of {}; ", rows.len());
    if let Some(slowest) = rows.iter().max_by_key(|row| row.longest()) {
        println!(
            "longest: {} ({}, {})",
            spelled(slowest.longest()),
            slowest.shape,
            slowest.verb
        );
    }
}

fn spelled(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1_000.0 => format!("{micros:.1} µs"),
        ..1_000_000.0 => format!("{:.2} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}
