//! The questions about two bodies of any kind.

mod common;
mod contact;
mod contacts;
mod gradient;
mod moved;
mod moving;
mod points;

pub use contact::BodyContact;
pub(crate) use contact::contact_of;
pub(crate) use contacts::{Question as Contacts, contacts_of};
pub use moving::{Meeting, MovingBodies};

use clearance::query::{self, Certificate, ContactOptions, PoseGradient, WarmStart};
use clearance::{Options, Pose, Space};

use crate::answer::Between;
use crate::between::{between, meet};
use crate::body::Body;
use crate::parts::Placed;
use crate::refusal::Refusal;

/// Two bodies of any kind with the queries of [`query::Pair`], by the same names.
///
/// A question that some kind of body has no answer to is a [`Refusal`]; of two halfspaces every question is.
///
/// ```
/// use clearance::{Ball, Cuboid, Pose3, Shape3, Vec3};
/// use clearance_world::{Body, BodyPair};
/// let at = |x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
/// let post = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.5, 0.5, 3.0)).unwrap());
/// let gate = Body::compound([(post.clone(), at(-2.0)), (post, at(2.0))]).unwrap();
/// let ball = Body::new(Ball::new(1.0).unwrap());
/// let found = BodyPair::new(&gate, &ball, &at(0.25)).signed_distance().unwrap();
/// assert_eq!((found.parts, found.signed_distance), ([1, 0], Some(0.25))); // through the gate, nearer to the second post
/// ```
pub struct BodyPair<'p, V: Space> {
    bodies: [&'p Body<V>; 2],
    placement: Placement<'p, V>,
    options: Options<V::Scalar>,
    warm: Option<&'p mut WarmStart<V>>,
}

#[derive(Clone, Copy)]
enum Placement<'p, V: Space> {
    /// B in the frame of A, in which answers are.
    Relative(&'p Pose<V>),
    /// Both in the frame of the answers.
    World([&'p Pose<V>; 2]),
}

/// The answer to a question about bodies within a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodiesWithin<V: Space> {
    /// They are not proven to be farther apart.
    Near(Between<V>),
    /// They are proven to be farther apart.
    Beyond {
        /// A lower bound of the signed distance, above the distance of the question.
        lower: V::Scalar,
    },
}

impl<'p, V: Space> BodyPair<'p, V> {
    /// `b` at the pose `b_in_a` of its frame in `a`'s; answers are in `a`'s frame.
    pub fn new(a: &'p Body<V>, b: &'p Body<V>, b_in_a: &'p Pose<V>) -> Self {
        Self::placed([a, b], Placement::Relative(b_in_a))
    }

    /// `a` and `b` with their poses in a common frame, in which answers are.
    pub fn in_world((a, pose_a): (&'p Body<V>, &'p Pose<V>), (b, pose_b): (&'p Body<V>, &'p Pose<V>)) -> Self {
        Self::placed([a, b], Placement::World([pose_a, pose_b]))
    }

    fn placed(bodies: [&'p Body<V>; 2], placement: Placement<'p, V>) -> Self {
        BodyPair { bodies, placement, options: Options::default(), warm: None }
    }

    /// When to stop, and how accurate to be.
    pub fn options(self, options: Options<V::Scalar>) -> Self {
        BodyPair { options, ..self }
    }

    /// Begins where the last query of the pair ended, if both bodies are shapes; others begin anew.
    pub fn warm(self, warm: &'p mut WarmStart<V>) -> Self {
        BodyPair { warm: Some(warm), ..self }
    }

    /// Whether the closed bodies have a common point, touching included; true where rounding leaves it open.
    pub fn intersects(self) -> Result<bool, Refusal> {
        Ok(self.options(Options::default()).collides()? != Some(false))
    }

    /// Whether the closed bodies have a common point; `None` where neither is proven.
    pub fn collides(mut self) -> Result<Option<bool>, Refusal> {
        match self.shapes() {
            Some(pair) => Ok(pair.collides()),
            None => self.ask(|a, b, options| Ok(meet(a, b, options))),
        }
    }

    /// The distance of the closed bodies; zero with a common point if they meet.
    pub fn distance(mut self) -> Result<Between<V>, Refusal> {
        match self.shapes() {
            Some(pair) => Ok(Between::of_convex(pair.distance())),
            None => self.ask(|a, b, options| Ok(between(a, b, options).without_depth())),
        }
    }

    /// The signed distance: the distance of bodies that are apart, minus the depth of bodies that overlap.
    pub fn signed_distance(mut self) -> Result<Between<V>, Refusal> {
        match self.shapes() {
            Some(pair) => Ok(Between::of_convex(pair.signed_distance())),
            None => self.ask(|a, b, options| Ok(between(a, b, options))),
        }
    }

    /// The signed distance if it is at most `max`, else a proof that it is not.
    pub fn distance_within(mut self, max: V::Scalar) -> Result<BodiesWithin<V>, Refusal> {
        if let Some(pair) = self.shapes() {
            return Ok(match pair.distance_within(max) {
                query::Within::Near(found) => BodiesWithin::Near(Between::of_convex(found)),
                query::Within::Beyond { lower } => BodiesWithin::Beyond { lower },
            });
        }
        let found = self.signed_distance()?;
        let lower = found.bounds.lower;
        Ok(if lower > max { BodiesWithin::Beyond { lower } } else { BodiesWithin::Near(found) })
    }

    /// Where the bodies touch, as a few points with a depth each, along the normal of the closest or deepest parts: of
    /// all parts of a body that touch a shape there, of the whole body on a halfspace, of two bodies of parts of the
    /// closest ones.
    ///
    /// Where parts lie in a plane there are no points at their common edges, and the points that span most stay. A part
    /// belongs to the contact if its face is in the plane of it but for the [tilt](ContactOptions::tilt).
    ///
    /// ```
    /// use clearance::{Cuboid, Pose3, Vec3};
    /// use clearance_world::{Body, BodyPair, ManyParts};
    /// // A flat field of 4 by 4 squares of size 1, and a brick that is 1/8 deep in it.
    /// let field = Body::many(ManyParts::height_field(vec![0.0; 25], 5, [4.0, 4.0], 1.0)?);
    /// let brick = Body::new(Cuboid::from_half_extents(Vec3::new(1.25f64, 0.75, 0.5))?);
    /// let sunk = Pose3::from_translation(Vec3::new(0.125, 0.0, 0.375))?;
    /// let found = BodyPair::new(&field, &brick, &sunk).contact(&Default::default()).unwrap();
    /// assert_eq!(found.points.len(), 4); // the corners of the brick
    /// assert!(found.points.iter().all(|p| p.distance == -0.125 && (p.witness_b.x - 0.125).abs() == 1.25));
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn contact(mut self, contact: &ContactOptions<V::Scalar>) -> Result<BodyContact<V>, Refusal> {
        if let Some(pair) = self.shapes() {
            let found = pair.contact(contact);
            let between = Between::of_convex(found.proximity);
            return Ok(BodyContact::on_whole(between, found.points));
        }
        self.ask(|a, b, options| Ok(contact_of(a, b, between(a, b, options), contact)))
    }

    /// Where the bodies touch, or are within a distance, along all normals: in a corner one [contact](Self::contact)
    /// with the floor and one with the wall, the deepest first, each with the points that span most and an id each.
    ///
    /// A part is a contact of its own if it is nearer along the normal of each deeper contact than that is, and its
    /// normal differs from theirs by more than the [tilt](ContactOptions::tilt): so there is none at edges between
    /// triangles that are flat, or that a body beside them does not reach. Of compounds, voxels and points on a body of
    /// parts, each part has its own contacts; two meshes, two shapes and a halfspace have one.
    ///
    /// ```
    /// use clearance::{Cuboid, Pose3, Shape3, Vec3};
    /// use clearance_world::{Body, BodyPair};
    /// let cuboid = |x, y, z| Shape3::from(Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap());
    /// let at = |x, z| Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap();
    /// // A floor and a wall, and a crate 1/64 deep in the one and 1/128 in the other.
    /// let room = [(cuboid(4.0, 4.0, 0.5), at(0.0, -0.5)), (cuboid(0.5, 4.0, 2.0), at(4.5, 2.0))];
    /// let (room, crate_) = (Body::compound(room)?, Body::new(cuboid(0.5, 0.5, 0.5)));
    /// let pose = at(3.5 + 1.0 / 128.0, 0.5 - 1.0 / 64.0);
    /// let found = BodyPair::new(&room, &crate_, &pose).contacts(0.0, &Default::default()).unwrap();
    /// let normals: Vec<[f64; 3]> = found.iter().map(|contact| contact.between.proximity.normal.into()).collect();
    /// assert_eq!(normals, [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]]);
    /// assert!(found.iter().all(|contact| contact.points.len() == 4));
    /// assert!(found[1].points.iter().all(|point| point.distance == -1.0 / 128.0));
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn contacts(
        self,
        within: V::Scalar,
        contact: &ContactOptions<V::Scalar>,
    ) -> Result<Vec<BodyContact<V>>, Refusal> {
        self.ask(|a, b, options| Ok(contacts_of(a, b, Contacts { within, contact, options })))
    }

    /// The derivative of the signed distance by the poses of both bodies: that of the closest parts. If others may be
    /// as close, it is neither unique nor complete.
    pub fn gradient(mut self) -> Result<PoseGradient<V>, Refusal> {
        match self.shapes() {
            Some(pair) => Ok(pair.gradient()),
            None => self.ask(gradient::gradient),
        }
    }

    /// The status with its proof, of two shapes; `None` if one of them, or a pose, has no exact answers.
    pub fn certify(self) -> Result<Option<Certificate>, Refusal> {
        match self.bodies.map(Body::as_shape) {
            [Some(a), Some(b)] => {
                let [pose_a, pose_b] = self.poses();
                Ok(query::certify((a, &pose_a), (b, &pose_b)))
            }
            [None, _] => Err(Refusal::Certificate { kind: self.bodies[0].kind() }),
            _ => Err(Refusal::Certificate { kind: self.bodies[1].kind() }),
        }
    }

    /// Two shapes as the core asks them.
    fn shapes(&mut self) -> Option<query::Pair<'_, V>> {
        let [Some(a), Some(b)] = self.bodies.map(Body::as_shape) else { return None };
        let pair = match self.placement {
            Placement::Relative(b_in_a) => query::Pair::new(a, b, b_in_a),
            Placement::World([pose_a, pose_b]) => query::Pair::in_world((a, pose_a), (b, pose_b)),
        };
        let pair = pair.options(self.options);
        Some(match self.warm.as_deref_mut() {
            Some(warm) => pair.warm(warm),
            None => pair,
        })
    }

    /// Both bodies, and their poses in the frame of the answers.
    pub(crate) fn sides(&self) -> ([&'p Body<V>; 2], [Pose<V>; 2]) {
        (self.bodies, self.poses())
    }

    fn poses(&self) -> [Pose<V>; 2] {
        match self.placement {
            Placement::Relative(b_in_a) => [Pose::IDENTITY, *b_in_a],
            Placement::World(poses) => poses.map(|pose| *pose),
        }
    }

    /// Asks about bodies of which one is no shape.
    fn ask<R>(
        self,
        question: impl FnOnce(Placed<'_, V>, Placed<'_, V>, &Options<V::Scalar>) -> Result<R, Refusal>,
    ) -> Result<R, Refusal> {
        check(self.bodies)?;
        let ([a, b], [pose_a, pose_b]) = (self.bodies, self.poses());
        question(Placed { body: a, pose: &pose_a }, Placed { body: b, pose: &pose_b }, &self.options)
    }
}

/// Whether two bodies have a distance: all but two halfspaces do.
pub(crate) fn check<V: Space>([a, b]: [&Body<V>; 2]) -> Result<(), Refusal> {
    if a.is_bounded() || b.is_bounded() { Ok(()) } else { Err(Refusal::TwoHalfspaces) }
}
