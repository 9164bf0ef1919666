//! Polynomials with whole coefficients in variables and in applications of functions, in normal form: two are the same polynomial if
//! and only if they are equal as values.

use std::collections::BTreeMap;
use std::fmt;

/// What a polynomial is made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A variable.
    Variable(String),
    /// A function applied to polynomials.
    Applied(String, Vec<Polynomial>),
}

/// A product of atoms, each with how often it occurs.
type Product = BTreeMap<Atom, u32>;

/// A sum of products with coefficients; none is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Polynomial(BTreeMap<Product, i128>);

impl Polynomial {
    /// A number.
    pub fn number(value: i128) -> Self {
        let mut sum = Polynomial::default();
        sum.add_term(Product::new(), value);
        sum
    }

    /// An atom.
    pub fn atom(atom: Atom) -> Self {
        Polynomial(BTreeMap::from([(Product::from([(atom, 1)]), 1)]))
    }

    /// A variable.
    pub fn variable(name: &str) -> Self {
        Polynomial::atom(Atom::Variable(name.to_owned()))
    }

    /// Whether it is zero, whatever its atoms are.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Its products with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&Product, i128)> {
        self.0
            .iter()
            .map(|(product, coefficient)| (product, *coefficient))
    }

    /// Its value, if it is a number.
    pub fn as_number(&self) -> Option<i128> {
        match self.0.iter().next() {
            None => Some(0),
            Some((product, value)) => (self.0.len() == 1 && product.is_empty()).then_some(*value),
        }
    }

    /// The number among its terms.
    pub fn constant(&self) -> i128 {
        self.0.get(&Product::new()).copied().unwrap_or(0)
    }

    fn add_term(&mut self, product: Product, coefficient: i128) {
        let sum = self.0.entry(product.clone()).or_insert(0);
        *sum = sum
            .checked_add(coefficient)
            .expect("coefficients of a proof are small");
        if *sum == 0 {
            self.0.remove(&product);
        }
    }

    /// Their sum.
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (product, coefficient) in other.terms() {
            sum.add_term(product.clone(), coefficient);
        }
        sum
    }

    /// Their difference.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(&Polynomial::number(-1)))
    }

    /// Their product.
    pub fn times(&self, other: &Self) -> Self {
        let mut sum = Polynomial::default();
        for (a, by_a) in self.terms() {
            for (b, by_b) in other.terms() {
                let mut product = a.clone();
                for (atom, times) in b {
                    *product.entry(atom.clone()).or_insert(0) += times;
                }
                let coefficient = by_a.checked_mul(by_b);
                sum.add_term(
                    product,
                    coefficient.expect("coefficients of a proof are small"),
                );
            }
        }
        sum
    }

    /// With each atom replaced.
    pub fn map(&self, replace: &mut impl FnMut(&Atom) -> Polynomial) -> Polynomial {
        let mut sum = Polynomial::default();
        for (product, coefficient) in self.terms() {
            let mut term = Polynomial::number(coefficient);
            for (atom, times) in product {
                let value = replace(atom);
                for _ in 0..*times {
                    term = term.times(&value);
                }
            }
            sum = sum.plus(&term);
        }
        sum
    }

    /// The greatest product of the highest degree, with its coefficient.
    fn leading(&self) -> Option<(&Product, i128)> {
        let degree = |product: &Product| product.values().sum::<u32>();
        self.terms().max_by_key(|(product, _)| degree(product))
    }

    /// `self`, where `left = right` is known: as long as a product has the leading one of `left` in it, that is replaced. The result is
    /// zero only if `self` follows to be zero; it may be a multiple of `self`.
    pub fn knowing(&self, left: &Polynomial, right: &Polynomial) -> Polynomial {
        let Some((pattern, by)) = left.leading().filter(|(pattern, _)| !pattern.is_empty()) else {
            return self.clone();
        };
        let known = left.minus(right);
        let mut rest = self.clone();
        // Each turn removes one product; a rule that brings it back is given up.
        for _ in 0..1000 {
            let found = rest.terms().find_map(|(product, coefficient)| {
                let mut cofactor = product.clone();
                for (atom, times) in pattern {
                    let left = cofactor
                        .get(atom)
                        .copied()
                        .unwrap_or(0)
                        .checked_sub(*times)?;
                    match left {
                        0 => cofactor.remove(atom),
                        left => cofactor.insert(atom.clone(), left),
                    };
                }
                Some((cofactor, coefficient))
            });
            let Some((cofactor, coefficient)) = found else {
                break;
            };
            let multiple = Polynomial(BTreeMap::from([(cofactor, coefficient)]));
            rest = rest
                .times(&Polynomial::number(by))
                .minus(&known.times(&multiple));
        }
        rest
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Variable(name) => f.write_str(name),
            Atom::Applied(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
        }
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (place, (product, coefficient)) in self.terms().enumerate() {
            match (place, coefficient < 0) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            let atoms = product
                .iter()
                .flat_map(|(atom, times)| vec![atom.to_string(); *times as usize]);
            let mut factors: Vec<String> = atoms.collect();
            if coefficient.abs() != 1 || factors.is_empty() {
                factors.insert(0, coefficient.abs().to_string());
            }
            f.write_str(&factors.join("*"))?;
        }
        Ok(())
    }
}
