//! Section 2: the reference. Each component issues a request periodically, without any coordination.

use super::engine::Histogram;
use crate::wandering::rules::Time;
use verdict_checker::random::Random;

/// From where to where the period between two requests goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Between {
    /// From the start of an operation to the start of the next.
    StartAndStart,
    /// From the end of an operation to the start of the next.
    EndAndStart,
}

/// "A random bias, chosen in the interval [0, ∆min/2]."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bias {
    /// A whole number below ∆min/2, as `int(rand($min / 2))` draws it.
    Below,
    /// A whole number up to ∆min/2.
    UpTo,
}

/// How requests are issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// What the period is between.
    pub between: Between,
    /// Its bias.
    pub bias: Bias,
    /// ∆op.
    pub op: Time,
    /// ∆min.
    pub min: Time,
}

impl Access {
    /// With ∆op = 4 and ∆min = 600, as for Table 1.
    pub const fn table_1(between: Between, bias: Bias) -> Self {
        Access {
            between,
            bias,
            op: 4,
            min: 600,
        }
    }

    fn biases(&self) -> Time {
        match self.bias {
            Bias::Below => self.min / 2,
            Bias::UpTo => self.min / 2 + 1,
        }
    }

    /// The mean time from the start of an operation to the start of the next.
    pub fn mean_period(&self) -> f64 {
        let between = match self.between {
            Between::StartAndStart => 0,
            Between::EndAndStart => self.op,
        };
        (self.min + between) as f64 + (self.biases() - 1) as f64 / 2.0
    }

    /// Time units by the number of operations that run, over so many. The components begin anywhere in their period.
    pub fn run(&self, components: u16, units: Time, mut random: Random) -> Histogram {
        let pause = match self.between {
            Between::StartAndStart => 0,
            Between::EndAndStart => self.op,
        };
        // As many slots as the longest period has time units, and one.
        let slots = (self.min + pause + self.biases()) as usize;
        let mut starting = vec![0u32; slots];
        let longest = slots - 1;
        for _ in 0..components {
            // An even draw over the longest period, taken again if its own period turns out to have ended before.
            loop {
                let (age, period) = (random.below(longest), self.period(pause, &mut random));
                if age < period {
                    starting[period - age] += 1;
                    break;
                }
            }
        }
        let mut ending = vec![0u32; self.op as usize + 1];
        let mut running = 0;
        let mut histogram = Histogram::default();
        // The operations that run at the start are not known: they are over before anything is counted.
        for now in 0..units + self.op {
            let (start, end) = (now as usize % slots, now as usize % ending.len());
            running -= std::mem::take(&mut ending[end]);
            let begin = std::mem::take(&mut starting[start]);
            running += begin;
            ending[(now + self.op) as usize % (self.op as usize + 1)] += begin;
            for _ in 0..begin {
                let period = self.period(pause, &mut random);
                starting[(now as usize + period) % slots] += 1;
            }
            if now >= self.op {
                histogram.add(running as usize);
            }
        }
        histogram
    }

    fn period(&self, pause: Time, random: &mut Random) -> usize {
        (self.min + pause) as usize + random.below(self.biases() as usize)
    }

    /// The expected number of time units with so many operations at once, over `units`: a component runs for ∆op of each period,
    /// whatever the others do, so their number is binomial. (For many components with a load that stays the same, Poisson: the
    /// queue M/G/∞.)
    pub fn expected(&self, components: u16, units: Time, at_once: u16) -> f64 {
        let share = self.op as f64 / self.mean_period();
        let mut expected = units as f64;
        for _ in at_once..components {
            expected *= 1.0 - share;
        }
        for taken in 0..at_once {
            expected *= share * f64::from(components - taken) / f64::from(taken + 1);
        }
        expected
    }
}
