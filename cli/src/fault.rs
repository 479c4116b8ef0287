//! Faults that the sandbox makes on purpose, as services and the proxies before them do.

use std::str::FromStr;

use calendiff::SandboxFault;

use crate::failure::Failure;

/// A fault, and in how many of 100 requests it happens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    wrong: SandboxFault,
    percent: f64,
}

impl FromStr for Fault {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str =
            "expected 401, 429, 500, 502, 503, 504, html or silence, = and a number from 0 to 100";
        let (wrong, percent) = text.split_once('=').ok_or(EXPECTED)?;
        let wrong = wrong.parse().map_err(|_| EXPECTED)?;
        let percent = percent
            .parse()
            .ok()
            .filter(|percent| (0.0..=100.0).contains(percent))
            .ok_or(EXPECTED)?;
        Ok(Self { wrong, percent })
    }
}

/// The faults of a run. Which requests they meet is the same in each run.
#[derive(Default)]
pub(crate) struct Faults {
    faults: Vec<Fault>,
    state: u64,
}

impl Faults {
    /// # Errors
    ///
    /// More than 100 of 100 requests would fail.
    pub(crate) fn of(faults: Vec<Fault>) -> Result<Self, Failure> {
        if faults.iter().map(|fault| fault.percent).sum::<f64>() > 100.0 {
            return Err(Failure::Usage(
                "--fail names more than 100 of 100 requests".to_owned(),
            ));
        }
        Ok(Self { faults, state: 1 })
    }

    /// Returns the fault of the next request, if it has one.
    pub(crate) fn next(&mut self) -> Option<SandboxFault> {
        if self.faults.is_empty() {
            return None;
        }
        let mut rest = self.number() * 100.0;
        for fault in &self.faults {
            rest -= fault.percent;
            if rest < 0.0 {
                return Some(fault.wrong);
            }
        }
        None
    }

    /// Returns true in half of the cases.
    pub(crate) fn coin(&mut self) -> bool {
        self.number() < 0.5
    }

    /// Returns a number from 0 to 1, by splitmix64.
    fn number(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        #[expect(
            clippy::cast_precision_loss,
            reason = "53 bits are what a double holds"
        )]
        let number = ((mixed ^ (mixed >> 31)) >> 11) as f64;
        number / 9_007_199_254_740_992.0
    }
}

#[cfg(test)]
mod tests {
    use calendiff::SandboxFault;

    use super::{Fault, Faults};

    #[test]
    fn as_many_requests_fail_as_are_asked_for() {
        let faults = ["429=10", "silence=2.5"].map(|text| {
            text.parse::<Fault>()
                .unwrap_or_else(|error| panic!("{error}"))
        });
        let Ok(mut faults) = Faults::of(faults.to_vec()) else {
            panic!("12.5 of 100")
        };
        let met: Vec<Option<SandboxFault>> = (0..10_000).map(|_| faults.next()).collect();
        let count = |wrong| met.iter().filter(|met| **met == Some(wrong)).count();
        assert!(
            (900..1100).contains(&count(SandboxFault::Status(429))),
            "{}",
            count(SandboxFault::Status(429))
        );
        assert!(
            (200..300).contains(&count(SandboxFault::Silence)),
            "{}",
            count(SandboxFault::Silence)
        );
        for wrong in ["", "429", "418=5", "html=101", "html=-1", "429=x"] {
            assert!(wrong.parse::<Fault>().is_err(), "{wrong}");
        }
        assert!(Faults::of(vec!["html=60".parse().unwrap_or_else(|_| panic!()); 2]).is_err());
    }
}
