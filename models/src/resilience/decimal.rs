//! Decimal fractions, read and written without any rounding that is not asked for.

use num_bigint::BigUint;
use std::fmt;
use std::str::FromStr;

/// A decimal fraction such as `0.99999` or `12.5`, exactly as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// All digits, without the point.
    digits: u128,
    /// How many of them stand behind the point.
    places: u32,
}

/// What is not a decimal fraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a decimal number with at most {} digits, such as 0.99999",
    Decimal::MAX_DIGITS
)]
pub struct DecimalError {
    text: String,
}

impl Decimal {
    /// More digits than any probability needs, and few enough to count with.
    pub const MAX_DIGITS: usize = 30;

    /// `0.9...9` with so many nines.
    pub fn nines(count: u32) -> Self {
        Decimal {
            digits: 10u128.pow(count) - 1,
            places: count,
        }
    }

    /// A hundredth of it: what a percentage means.
    #[must_use]
    pub fn percent(self) -> Self {
        Decimal {
            places: self.places + 2,
            ..self
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.digits == 0
    }

    /// Whether it is less than 1.
    pub fn is_below_one(&self) -> bool {
        self.digits < self.unit()
    }

    /// Whether it is more than 1.
    pub fn is_above_one(&self) -> bool {
        self.digits > self.unit()
    }

    /// This part of a number, rounded to the nearest whole number, a half up.
    pub fn of(&self, number: u64) -> Option<u64> {
        let (product, unit) = (self.digits.checked_mul(number.into())?, self.unit());
        u64::try_from((product + unit / 2) / unit).ok()
    }

    /// Whether this part of `whole` is at most `part`.
    pub(super) fn times_at_most(&self, whole: &BigUint, part: &BigUint) -> bool {
        whole * self.digits <= part * self.unit()
    }

    fn unit(&self) -> u128 {
        10u128.pow(self.places)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        let plain = !whole.is_empty()
            && digits.len() <= Self::MAX_DIGITS
            && digits.bytes().all(|digit| digit.is_ascii_digit())
            && text.contains('.') != fraction.is_empty();
        match digits.parse() {
            Ok(digits) if plain => Ok(Decimal {
                digits,
                places: fraction.len() as u32,
            }),
            _ => Err(DecimalError {
                text: text.to_owned(),
            }),
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (places, unit) = (self.places as usize, self.unit());
        write!(f, "{}", self.digits / unit)?;
        if places > 0 {
            write!(f, ".{:0places$}", self.digits % unit)?;
        }
        Ok(())
    }
}

/// To which side digits that are not written are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    Down,
    Up,
}

/// A quotient of at most 1 with so many significant digits: `0.9912`, or `8.720e-6` where it is small.
pub(super) fn quotient(
    part: &BigUint,
    whole: &BigUint,
    digits: usize,
    rounding: Rounding,
) -> String {
    let zero = BigUint::from(0u32);
    if *part == zero {
        return "0".to_owned();
    }
    if part == whole {
        return "1".to_owned();
    }
    // The exponent e with 10^e <= part/whole < 10^(e+1), first guessed by length, then put right.
    let ten = |power: u64| BigUint::from(10u32).pow(u32::try_from(power).expect("a short number"));
    let shorter = whole.bits() - part.bits();
    let mut shift = shorter * 30_103 / 100_000;
    while part * ten(shift) < *whole {
        shift += 1;
    }
    // part/whole = 0.000ddd with `shift` - 1 zeros behind the point.
    let scaled = part * ten(shift + digits as u64 - 1);
    let mut found = &scaled / whole;
    if rounding == Rounding::Up && &found * whole != scaled {
        found += 1u32;
    }
    if found == ten(digits as u64) {
        // Rounded up to the next power of ten.
        found = ten(digits as u64 - 1);
        shift -= 1;
    }
    if shift == 0 {
        return "1".to_owned();
    }
    let written = found.to_string();
    if shift <= 4 {
        let zeros = "0".repeat(shift as usize - 1);
        return format!("0.{zeros}{written}");
    }
    let (first, others) = written.split_at(1);
    let point = if others.is_empty() { "" } else { "." };
    format!("{first}{point}{others}e-{shift}")
}
