//! The session object of the class GJK_EPA: two shapes, three queries, and results that are kept between them.
//!
//! A. Casalino, How to use the GJK_EPA class, 2019, section 4 and Figure 14. Shapes are vertices, or vertices with the
//! position and the rotation angles of their frame. The first query after a shape was set decides whether the bodies
//! meet (Algorithm 2); depth (Algorithm 3) or closest points (Algorithm 1) are computed when first asked for, and
//! recalled after.
//!
//! **Where it fails.** Where [`Plex`] and [`epa`] do; what was found wrongly is kept, too. A session is a hidden state
//! between two bodies: the core keeps a warm start in the caller's hands instead.

use std::fmt;

use clearance::math::Rotor;
use clearance::{Pose, Pose3, Real, Rotor3, ShapeError, Space, Vec3, Vector};

use crate::difference::Difference;
use crate::epa;
use crate::gjk::{self, Decision, Options, Question, Simplex, Start, Termination};
use crate::strategy::{Scan, Searched};
use crate::subalgorithm::Plex;

/// The states of Figure 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// A shape is missing.
    Undefined,
    /// 0: both shapes are set, nothing is known.
    Set,
    /// 1: they collide.
    Colliding,
    /// 2: and their penetration is known.
    Penetration,
    /// 3: they do not collide.
    Apart,
    /// 4: and their closest points are known.
    Distance,
}

/// A pair of points in the absolute frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointPair<T> {
    /// The point of A.
    pub witness_a: Vec3<T>,
    /// The point of B.
    pub witness_b: Vec3<T>,
    /// How far they are apart: the distance or the depth of penetration.
    pub length: T,
}

/// A query before both shapes were set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined;

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("both shapes must be set before a query")
    }
}

impl std::error::Error for Undefined {}

/// What is known of the two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known<T: Real> {
    Nothing,
    Collision(Simplex<Vec3<T>>),
    Penetration(PointPair<T>),
    Apart,
    Distance(PointPair<T>),
}

type Body<T> = (Searched<Vec3<T>, Scan>, Pose3<T>);

/// Two shapes and what is known of them.
///
/// ```
/// use clearance_classic::session::Session;
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mut session = Session::default();
/// session.set_shape_a(&corners.map(Into::into)).unwrap();
/// session.set_shape_b_transformed(&corners.map(Into::into), [3.0, 0.0, 0.0].into(), [0.0, 0.0, 0.0]).unwrap();
/// assert_eq!(session.are_in_collision(), Ok(false));
/// assert_eq!(session.closest_points().unwrap().unwrap().length, 2.0);
/// ```
#[derive(Clone, Debug)]
pub struct Session<T: Real> {
    a: Option<Body<T>>,
    b: Option<Body<T>>,
    known: Known<T>,
}

impl<T: Real> Default for Session<T> {
    fn default() -> Self {
        Session { a: None, b: None, known: Known::Nothing }
    }
}

/// (38): the rotation by `γx` about x, then by `γy` about the new y, then by `γz` about the new z: `Rx Ry Rz`.
pub fn orientation<T: Real>([x, y, z]: [T; 3]) -> Rotor3<T> {
    let about = |axis, angle| Rotor3::from_axis_angle(Vec3::axis(axis), angle).unwrap();
    about(2, z).then(&about(1, y)).then(&about(0, x))
}

impl<T: Real> Session<T>
where
    Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
{
    /// Shape A in the absolute frame.
    pub fn set_shape_a(&mut self, vertices: &[Vec3<T>]) -> Result<(), ShapeError> {
        self.set_shape_a_transformed(vertices, Vec3::ZERO, [T::ZERO; 3])
    }
    /// Shape B in the absolute frame.
    pub fn set_shape_b(&mut self, vertices: &[Vec3<T>]) -> Result<(), ShapeError> {
        self.set_shape_b_transformed(vertices, Vec3::ZERO, [T::ZERO; 3])
    }
    /// Shape A in a frame of its own, given by its position and its [`orientation`].
    pub fn set_shape_a_transformed(
        &mut self,
        vertices: &[Vec3<T>],
        position: Vec3<T>,
        angles: [T; 3],
    ) -> Result<(), ShapeError> {
        self.a = Some((Searched::new(vertices)?, Pose::new(orientation(angles), position)?));
        self.known = Known::Nothing;
        Ok(())
    }
    /// Shape B in a frame of its own, given by its position and its [`orientation`].
    pub fn set_shape_b_transformed(
        &mut self,
        vertices: &[Vec3<T>],
        position: Vec3<T>,
        angles: [T; 3],
    ) -> Result<(), ShapeError> {
        self.b = Some((Searched::new(vertices)?, Pose::new(orientation(angles), position)?));
        self.known = Known::Nothing;
        Ok(())
    }

    /// The state of Figure 14.
    pub fn state(&self) -> State {
        match self.known {
            _ if self.a.is_none() || self.b.is_none() => State::Undefined,
            Known::Nothing => State::Set,
            Known::Collision(_) => State::Colliding,
            Known::Penetration(_) => State::Penetration,
            Known::Apart => State::Apart,
            Known::Distance(_) => State::Distance,
        }
    }

    /// How many scalar products with vertices were made since the shapes were set: none by a query that is answered
    /// from what is kept.
    pub fn products(&self) -> u64 {
        [&self.a, &self.b].into_iter().flatten().map(|body| body.0.products()).sum()
    }

    /// Whether the shapes have a common point.
    pub fn are_in_collision(&mut self) -> Result<bool, Undefined> {
        let (Some(a), Some(b)) = (&self.a, &self.b) else { return Err(Undefined) };
        if let Known::Nothing = self.known {
            let last = loop_of_the_paper(a, b, Question::Collision).last;
            let collide = matches!(last.decision, Decision::Inside | Decision::Touching);
            self.known = if collide { Known::Collision(last.simplex) } else { Known::Apart };
        }
        Ok(matches!(self.known, Known::Collision(_) | Known::Penetration(_)))
    }

    /// The penetration, the least translation that parts the shapes; `None` if they do not collide.
    pub fn penetration(&mut self) -> Result<Option<PointPair<T>>, Undefined> {
        self.are_in_collision()?;
        let (Some(a), Some(b)) = (&self.a, &self.b) else { return Err(Undefined) };
        if let Known::Collision(simplex) = self.known {
            let b_in_a = Pose::relative(&a.1, &b.1);
            let options = epa::Options::default();
            let found = epa::penetration(Difference::new((&a.0, &b.0, &b_in_a)), &simplex, &options, |_| {});
            self.known = Known::Penetration(absolute(a, found.witness_a, found.witness_b, found.depth));
        }
        Ok(if let Known::Penetration(pair) = self.known { Some(pair) } else { None })
    }

    /// The closest points; `None` if the shapes collide.
    pub fn closest_points(&mut self) -> Result<Option<PointPair<T>>, Undefined> {
        self.are_in_collision()?;
        let (Some(a), Some(b)) = (&self.a, &self.b) else { return Err(Undefined) };
        if let Known::Apart = self.known {
            let found = loop_of_the_paper(a, b, Question::Closest);
            self.known = Known::Distance(absolute(a, found.witness_a, found.witness_b, found.last.upper));
        }
        Ok(if let Known::Distance(pair) = self.known { Some(pair) } else { None })
    }
}

/// Algorithm 1 or 2 in A's frame.
fn loop_of_the_paper<T: Real>(a: &Body<T>, b: &Body<T>, question: Question) -> gjk::Closest<Vec3<T>>
where
    Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
{
    let options =
        Options { start: Start::Axis, termination: Termination::Reoccurrence, question, ..Options::default() };
    let b_in_a = Pose::relative(&a.1, &b.1);
    gjk::closest(Difference::new((&a.0, &b.0, &b_in_a)), Plex, &options, |_| {})
}

/// (36): two points of A's frame in the absolute one.
fn absolute<T: Real>(a: &Body<T>, witness_a: Vec3<T>, witness_b: Vec3<T>, length: T) -> PointPair<T> {
    PointPair { witness_a: a.1.point(witness_a), witness_b: a.1.point(witness_b), length }
}

#[cfg(test)]
mod tests;
