//! The cells: which shapes meet in which regime.

use clearance::ShapeError;

use crate::Solid;
use crate::random::Random;

/// How the shapes of a pair lie to one another. Lengths are parts of the pair's diameter, the sum of the two radii
/// about the origins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Regime {
    /// Two diameters between the bounding balls.
    Far,
    /// A gap of 1 %.
    Near,
    /// An overlap of 1 %.
    Shallow,
    /// Origins 0.3 lengths apart, about a sixth of the diameter.
    Deep,
    /// Origins 2.05 to 5 lengths apart, as in the table that has these sizes.
    Spread,
    /// Trajectories in steps of 1 % and 1 degree, never nearer than 1 %.
    Track,
}

/// A maker of shapes of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Box,
    Ball,
    Capsule,
    Cylinder,
    Cone,
    Ellipsoid,
    Hull(usize),
}

/// A cell to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    pub name: String,
    pub kinds: [Kind; 2],
    pub regime: Regime,
    pub pairs: usize,
    /// Shapes of each kind.
    pub pools: [usize; 2],
}

impl Kind {
    /// A random shape of the kind, about 1 in radius.
    pub fn make(self, random: &mut Random) -> Result<Solid, ShapeError> {
        let mut size = || random.between(0.4, 1.0);
        Ok(match self {
            Kind::Box => Solid::Box([size(), size(), size()]),
            Kind::Ball => Solid::Ball(size()),
            Kind::Capsule => Solid::Capsule { radius: size() * 0.5, half_length: size() },
            Kind::Cylinder => Solid::Cylinder { radius: size(), half_length: size() },
            Kind::Cone => Solid::Cone { radius: size(), half_length: size() },
            Kind::Ellipsoid => Solid::Ellipsoid([size(), size(), size()]),
            Kind::Hull(n) => random.hull(n)?,
        })
    }

    fn vertices(self) -> usize {
        if let Kind::Hull(n) = self { n } else { 1 }
    }

    /// Shapes in the pool: the pool of 100 vertices and below fits the second-level cache.
    pub fn pool(self) -> usize {
        match self.vertices() {
            0..=100 => 64,
            101..=300 => 32,
            301..=1000 => 16,
            _ => 8,
        }
    }
}

impl Plan {
    fn new(name: String, kinds: [Kind; 2], regime: Regime) -> Self {
        let curved = kinds.iter().all(|k| matches!(k, Kind::Cylinder | Kind::Cone | Kind::Ellipsoid | Kind::Box));
        let proves_depth = matches!(regime, Regime::Shallow | Regime::Deep);
        let pairs = match kinds[0].vertices().max(kinds[1].vertices()) {
            1 if curved && proves_depth && kinds != [Kind::Box; 2] => 10_000,
            0..=150 => 50_000,
            151..=500 => 10_000,
            501..=1000 => 4_000,
            _ => 1_000,
        };
        Plan { name, kinds, regime, pairs, pools: kinds.map(Kind::pool) }
    }

    /// Few shapes, so that each pair of them comes in many poses.
    pub fn with_pools(self, shapes: usize) -> Self {
        Plan { pools: [shapes; 2], ..self }
    }
}

/// Every cell.
pub fn all() -> Vec<Plan> {
    use Kind::*;
    let regimes = [("far", Regime::Far), ("near", Regime::Near), ("shallow", Regime::Shallow), ("deep", Regime::Deep)];
    let primitives = [
        ("boxbox", [Box, Box]),
        ("spherebox", [Ball, Box]),
        ("capcap", [Capsule, Capsule]),
        ("cylcyl", [Cylinder, Cylinder]),
        ("conebox", [Cone, Box]),
        ("ellell", [Ellipsoid, Ellipsoid]),
        ("boxhull", [Box, Hull(50)]),
    ];
    let mut plans = Vec::new();
    for n in [8, 20, 50, 100, 300, 1000, 5000] {
        for (word, regime) in regimes {
            plans.push(Plan::new(format!("F1_n{n}_{word}"), [Hull(n); 2], regime));
        }
    }
    for (pair, kinds) in primitives {
        for (word, regime) in regimes {
            plans.push(Plan::new(format!("F2_{pair}_{word}"), kinds, regime));
        }
    }
    for n in [50, 300, 1000] {
        plans.push(Plan::new(format!("F3_n{n}_track"), [Hull(n); 2], Regime::Track));
    }
    let counts =
        [(8, 8), (10, 20), (20, 30), (30, 40), (40, 50), (50, 60), (100, 120), (150, 180), (200, 240), (250, 300)];
    for (a, b) in counts {
        plans.push(Plan::new(format!("F4_{a}_{b}"), [Hull(a), Hull(b)], Regime::Spread));
    }
    plans
}
