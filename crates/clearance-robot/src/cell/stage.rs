//! The bodies of a robot and of its world, and the pairs that are checked.

use std::collections::HashMap;

use clearance::enclosure::{Aabb, Ball};
use clearance::{Pose3, Vec3, Vector};

use super::chain::{Chain, Chains};
use super::piece::{Piece, pieces};
use super::surroundings::Surroundings;
use super::workcell::Workcell;
use crate::error::RobotError;
use crate::model::link_mesh::{Detail, LinkMesh};
use crate::model::robot::Robot;

/// Nothing may be larger or farther away, so that squares of distances stay finite.
const LARGEST: f64 = super::interior::FAR;

/// Number of bodies that are checked one by one about as fast as a tree finds the near ones.
const FEW: usize = 64;

/// A pair of bodies is refined to no more pairs of triangles than this, which take about 100 MB.
const MOST_TRIANGLE_PAIRS: usize = 1 << 20;

/// A pair of bodies with no more pairs of triangles than this is refined to them at once: convex parts, which take
/// seconds to make of large meshes, would leave about as many pairs.
const FEW_TRIANGLE_PAIRS: usize = 1 << 12;

/// A convex body: a shape of a link, or a part of a body of the world.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The place of the link, or of the obstacle.
    pub owner: usize,
    /// Which piece of it.
    pub number: usize,
    /// The frame that it is rigid in: one of the robot's, or of a mover; 0 for the world.
    pub frame: usize,
    pub piece: Piece,
    /// In its frame, or in the world.
    pub pose: Pose3<f64>,
    /// Around it, in its frame or in the world.
    pub ball: Ball<Vec3<f64>>,
    pub margin: f64,
    /// The part of the margin that counts as its body: the padding of a link.
    pub padding: f64,
    /// The hull that a finer shape replaces, by its place among the robot's bodies.
    pub stands_for: Option<(usize, Detail)>,
    /// For a triangle of a closed mesh of the world: how far behind it in the world the piece is that the mesh
    /// encloses.
    pub inside: Option<usize>,
}

impl Part {
    /// Whether a shape of the robot, by its place among the robot's, has more in it than the body that it represents.
    pub fn only_contains(&self, robot: &Robot, place: usize) -> bool {
        match self.stands_for {
            Some((_, detail)) => detail == Detail::Parts,
            None => robot.mesh_of(place).is_some_and(|mesh| !mesh.is_its_hull()),
        }
    }
}

/// A pair of hulls for which finer shapes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closer {
    /// The pair of two hulls of the robot, or of one and of a body of the world, by their places among the hulls, and
    /// in the world behind them.
    pub bodies: [usize; 2],
    pub detail: Detail,
}

/// All bodies and pairs.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// Shapes of links, in the order of the links.
    pub own: Vec<Part>,
    /// Bodies of the world.
    pub world: Vec<Part>,
    /// Pairs of shapes of links.
    pub own_pairs: Vec<[usize; 2]>,
    /// The shapes that are checked against the world: their places among the robot's.
    pub movers: Vec<usize>,
    /// For each of them and each body of the world: whether it is not checked.
    pub closed: Vec<bool>,
    /// Margins of such pairs, by both places, that are not the sum of the bodies'.
    pub named: HashMap<[usize; 2], f64>,
    /// The bodies of the world in a tree, if they are many.
    pub surroundings: Option<Surroundings>,
}

impl Stage {
    pub fn new(cell: &Workcell) -> Result<Self, RobotError> {
        let (robot, obstacles) = (cell.robot(), cell.world());
        let mut own: Vec<Part> = Vec::new();
        for (owner, link) in robot.links().iter().enumerate() {
            for (number, shape) in link.shapes.iter().enumerate() {
                let pose = crate::kinematics::compose(&link.pose, &shape.pose);
                // The base is where it is: its shapes can be decided exactly.
                let pose = if link.frame == 0 { crate::kinematics::compose(robot.base(), &pose) } else { pose };
                let part = Part {
                    owner,
                    number,
                    frame: link.frame,
                    ball: Ball::around(&shape.shape).posed(&pose),
                    piece: Piece::Convex(shape.shape.clone()),
                    pose,
                    margin: link.padding,
                    padding: link.padding,
                    stands_for: None,
                    inside: None,
                };
                own.push(checked(part, &link.name)?);
            }
        }
        let mut world: Vec<Part> = Vec::new();
        for (owner, obstacle) in obstacles.iter().enumerate() {
            let unknown = || RobotError::new(format!("{:?}: a {} is no obstacle", obstacle.name, obstacle.body.kind()));
            let frame = cell.frame_of_body(owner);
            // The pose of a mover is in the configuration.
            let pose = if frame == 0 { &obstacle.pose } else { &Pose3::IDENTITY };
            let all = pieces(&obstacle.body, pose).ok_or_else(unknown)?;
            let interior = all.iter().position(|(piece, _)| piece.is_interior());
            for (number, (piece, pose)) in all.into_iter().enumerate() {
                let endless = Ball { center: pose.translation(), radius: LARGEST };
                let ball = piece.hull().map_or(endless, |hull| Ball::around(hull).posed(&pose));
                let (margin, inside) = (obstacle.margin, interior.map(|last| last - number));
                let (padding, stands_for) = (0.0, None);
                let part = Part { owner, number, frame, piece, pose, ball, margin, padding, stands_for, inside };
                world.push(checked(part, &obstacle.name)?);
            }
        }
        let shapes = |link: usize| own.iter().enumerate().filter(move |(_, part)| part.owner == link).map(|(i, _)| i);
        let mut own_pairs = Vec::new();
        for [a, b] in robot.self_pairs() {
            own_pairs.extend(shapes(a).flat_map(|i| shapes(b).map(move |j| [i, j])));
        }
        let movers: Vec<usize> = (0..own.len()).filter(|&i| own[i].frame != 0 || !cell.movers().is_empty()).collect();
        let (mut closed, mut named) = (Vec::with_capacity(movers.len() * world.len()), HashMap::new());
        for (mover, &i) in movers.iter().enumerate() {
            let link = &robot.links()[own[i].owner].name;
            let allowed = robot.not_asked_about(own[i].owner);
            for (body, part) in world.iter().enumerate() {
                let obstacle = &obstacles[part.owner];
                let mut rules = obstacle.rules.iter().filter(|rule| rule.link == *link);
                closed.push(
                    own[i].frame == part.frame
                        || allowed.contains(obstacle.name.as_str())
                        || rules.clone().any(|rule| rule.margin.is_none()),
                );
                named.extend(rules.find_map(|rule| rule.margin).map(|margin| ([mover, body], margin)));
            }
        }
        Ok(Stage { own, world, own_pairs, movers, closed, named, surroundings: None })
    }

    /// The stage in which finer shapes replace the hulls of some pairs; for a hull that has none, itself.
    pub fn closely(mut self, robot: &Robot, all: &[Closer]) -> Self {
        let (hulls, worlds, mut made) = (self.own.len(), self.world.len(), HashMap::new());
        let all = with_insides(robot, all.to_vec(), hulls, |body| &self.world[body - hulls]);
        for Closer { bodies: [a, b], detail } in all {
            let part = |body: usize| if body < hulls { &self.own[body] } else { &self.world[body - hulls] };
            let finely = stand(robot, Closer { bodies: [a, b], detail }, hulls, part).stands;
            let first = self.finer(robot, (a, finely[0]), &mut made);
            let Some(body) = b.checked_sub(hulls) else {
                let second = self.finer(robot, (b, finely[1]), &mut made);
                self.own_pairs.retain(|pair| *pair != [a, b]);
                let own = &self.own;
                let all = first.iter().flat_map(|&i| second.iter().map(move |&j| [i, j]));
                self.own_pairs.extend(all.filter(|pair| !pair.iter().all(|&i| own[i].piece.is_interior())));
                continue;
            };
            let Some(mover) = self.movers.iter().position(|&own| own == a).filter(|_| first != [a]) else { continue };
            self.closed[mover * worlds + body] = true;
            let named = self.named.get(&[mover, body]).copied();
            for own in first {
                let place = self.movers.iter().position(|&other| other == own).unwrap_or_else(|| {
                    self.movers.push(own);
                    self.closed.extend(std::iter::repeat_n(true, worlds));
                    self.movers.len() - 1
                });
                self.closed[place * worlds + body] =
                    self.own[own].piece.is_interior() && self.world[body].piece.is_interior();
                self.named.extend(named.map(|margin| ([place, body], margin)));
            }
        }
        self
    }

    /// The places of the finer shapes that replace a hull, added once.
    fn finer(
        &mut self,
        robot: &Robot,
        (hull, detail): (usize, Detail),
        made: &mut HashMap<(usize, Detail), Vec<usize>>,
    ) -> Vec<usize> {
        let Some(mesh) = robot.mesh_of(hull).filter(|mesh| !mesh.shapes(detail).is_empty()) else { return vec![hull] };
        let add = || {
            let first = self.own.len();
            let owner = self.own[hull].owner;
            let is_like =
                |part: &&Part| part.owner == owner && part.stands_for.is_some_and(|(_, other)| other == detail);
            let known = self.own.iter().filter(is_like).count();
            let shapes = mesh.shapes(detail).iter().map(|shape| Piece::Convex(shape.clone()));
            let inside = mesh.solid().filter(|_| detail == Detail::Solid).cloned().map(Piece::Interior);
            for (i, piece) in shapes.chain(inside).enumerate() {
                let part = Part {
                    ball: piece.hull().map_or(self.own[hull].ball, |own| Ball::around(own).posed(&self.own[hull].pose)),
                    number: known + i,
                    piece,
                    stands_for: Some((hull, detail)),
                    ..self.own[hull].clone()
                };
                self.own.push(part);
            }
            (first..self.own.len()).collect()
        };
        made.entry((hull, detail)).or_insert_with(add).clone()
    }

    /// The stage with a tree of the world's bodies, if they are many.
    pub fn with_surroundings(mut self) -> Self {
        if self.is_crowded() {
            let reach = |(part, margin): (&Part, f64)| part.piece.hull().map(|_| part.ball.inflated(margin));
            self.surroundings = Some(Surroundings::new(self.world.iter().zip(self.world_margins()).map(reach)));
        }
        self
    }

    /// Whether a tree pays.
    pub fn is_crowded(&self) -> bool {
        self.world.len() > FEW
    }

    /// For each body of the world, how large the margin of its pairs may be beside the mover's own.
    pub fn world_margins(&self) -> Vec<f64> {
        let mut margins: Vec<f64> = self.world.iter().map(|part| part.margin).collect();
        for (&[_, body], &margin) in &self.named {
            margins[body] = margins[body].max(margin);
        }
        margins
    }

    /// The margin of a mover and a body of the world: the sum of both, unless the scene names one.
    pub fn margin_with_world(&self, [mover, body]: [usize; 2]) -> f64 {
        let sum = || self.own[self.movers[mover]].margin + self.world[body].margin;
        if self.named.is_empty() { sum() } else { self.named.get(&[mover, body]).copied().unwrap_or_else(sum) }
    }

    /// The padding of a pair: the sum of that of its links, and no more than a margin that the scene names for the
    /// pair.
    pub fn padding(&self, place: usize) -> f64 {
        match self.with_world(place) {
            None => self.own_pairs[place].iter().map(|&i| self.own[i].padding).sum(),
            Some(pair) => self.own[self.movers[pair[0]]].padding.min(self.margin_with_world(pair)),
        }
    }

    /// How many pairs are checked.
    pub fn pair_count(&self) -> usize {
        self.own_pairs.len() + self.closed.iter().filter(|closed| !**closed).count()
    }

    /// A pair by its place: first the robot's own, then each mover against the world.
    pub fn pair(&self, place: usize) -> [&Part; 2] {
        match self.with_world(place) {
            None => self.own_pairs[place].map(|i| &self.own[i]),
            Some([mover, body]) => [&self.own[self.movers[mover]], &self.world[body]],
        }
    }

    /// A body by its index: those of the robot, then those of the world.
    pub fn part(&self, body: usize) -> &Part {
        body.checked_sub(self.own.len()).map_or_else(|| &self.own[body], |body| &self.world[body])
    }

    /// Whether a body is the robot's, by its index.
    pub fn is_own(&self, body: usize) -> bool {
        body < self.own.len()
    }

    /// The chain of a pair.
    pub fn chain(&self, chains: &mut Chains, place: usize) -> Chain {
        let (bodies, margin) = match self.with_world(place) {
            None => return self.own_chain(chains, self.own_pairs[place]),
            Some(pair @ [mover, body]) => ([self.movers[mover], self.own.len() + body], self.margin_with_world(pair)),
        };
        chains.chain(bodies, bodies.map(|body| self.part(body).frame), margin)
    }

    /// The chain of two bodies of the robot.
    pub fn own_chain(&self, chains: &mut Chains, bodies: [usize; 2]) -> Chain {
        let [a, b] = bodies.map(|body| &self.own[body]);
        chains.chain(bodies, [a.frame, b.frame], a.margin + b.margin)
    }

    /// The mover and the body of the world of a pair; `None` for the robot's own.
    pub fn with_world(&self, place: usize) -> Option<[usize; 2]> {
        let rest = place.checked_sub(self.own_pairs.len())?;
        Some([rest / self.world.len(), rest % self.world.len()])
    }

    /// The places of the robot's bodies of a pair, and how many they are.
    pub fn own_bodies(&self, place: usize) -> ([usize; 2], usize) {
        match self.with_world(place) {
            None => (self.own_pairs[place], 2),
            Some([mover, _]) => ([self.movers[mover]; 2], 1),
        }
    }

    /// The place of the pair of a mover and a body of the world.
    pub fn place_with_world(&self, [mover, body]: [usize; 2]) -> usize {
        self.own_pairs.len() + mover * self.world.len() + body
    }

    /// The pair that is to be refined with a pair, as [`with_insides`] says.
    pub fn beside_inside(&self, robot: &Robot, place: usize) -> Option<usize> {
        let [mover, body] = self.with_world(place)?;
        let mesh = robot.mesh_of(self.movers[mover]).filter(|mesh| !mesh.is_connected());
        mesh.and(self.world[body].inside).map(|inside| self.place_with_world([mover, body + inside]))
    }

    /// How many of the robot's bodies are hulls, or shapes that are no meshes; they come first.
    pub fn hulls(&self) -> usize {
        self.own.partition_point(|part| part.stands_for.is_none())
    }

    /// The pair of hulls that a pair refines, and to which level.
    pub fn stands_for(&self, place: usize) -> Closer {
        let mut detail = Detail::Hull;
        let mut hull = |own: usize| match self.own[own].stands_for {
            Some((hull, finer)) => {
                detail = detail.max(finer);
                hull
            }
            None => own,
        };
        let bodies = match self.with_world(place) {
            None => self.own_pairs[place].map(&mut hull),
            Some([mover, body]) => [hull(self.movers[mover]), self.hulls() + body],
        };
        Closer { bodies, detail }
    }

    /// Whether a contact of a pair is one of shapes that only contain a body: of parts, or of a hull that has more in
    /// it than its mesh.
    pub fn is_stand_in(&self, robot: &Robot, place: usize) -> bool {
        let (bodies, count) = self.own_bodies(place);
        bodies[..count].iter().any(|&body| self.own[body].only_contains(robot, body))
    }

    /// Whether the second body of a pair is one of the world.
    pub fn is_with_world(&self, place: usize) -> bool {
        place >= self.own_pairs.len()
    }
}

/// How to look at a pair more closely than now: none if there is nothing finer.
pub(crate) fn next_closer(now: Closer, finely: impl Fn(Detail) -> Finely) -> Option<Closer> {
    let found = finely(now.detail);
    let next = if found.triangle_pairs <= FEW_TRIANGLE_PAIRS { Detail::Mesh } else { Detail::Parts };
    // Parts may be as good as it gets.
    let finer = [next, Detail::Mesh].into_iter().filter(|detail| *detail > now.detail);
    finer.map(|detail| Closer { detail, ..now }).find(|next| finely(next.detail).stands != found.stands)
}

/// The pairs that are refined together, in one order: where a mesh in separate pieces is refined beside the surface of
/// a closed mesh of the world, it is refined beside what that mesh encloses too.
///
/// A hull that meets no surface is inside or outside as a whole. Of one that is refined, a piece may be inside though
/// the others are outside. `world` returns a body of the world, by its index behind the hulls.
pub(crate) fn with_insides<'p>(
    robot: &Robot,
    mut all: Vec<Closer>,
    hulls: usize,
    world: impl Fn(usize) -> &'p Part,
) -> Vec<Closer> {
    for Closer { bodies: [a, b], detail } in all.clone() {
        let inside = if b < hulls { None } else { world(b).inside };
        let Some(inside) = inside.filter(|_| robot.mesh_of(a).is_some_and(|mesh| !mesh.is_connected())) else {
            continue;
        };
        add(&mut all, Closer { bodies: [a, b + inside], detail });
    }
    // In one order, however they were found: certificates list them.
    all.sort_unstable_by_key(|closer| closer.bodies);
    all
}

/// Adds a pair, or refines one that is there.
pub(crate) fn add(all: &mut Vec<Closer>, next: Closer) {
    match all.iter_mut().find(|known| known.bodies == next.bodies) {
        Some(known) => known.detail = known.detail.max(next.detail),
        None => all.push(next),
    }
}

/// How finely a pair of hulls may be represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finely {
    /// How each of both is, with a detail.
    pub stands: [Detail; 2],
    /// How many pairs of triangles they have.
    pub triangle_pairs: usize,
}

/// How finely each body of a pair stands, by the parts of the hulls of the robot and the bodies of the world behind
/// them.
///
/// Triangles alone know no inside, and an open mesh has none. A connected body that meets no triangle of a closed mesh
/// is inside or outside, and it is outside if it is longer than a ball about the mesh is wide: beside any other body
/// what the mesh encloses counts too. Two meshes of too many triangles stay in parts.
pub(crate) fn stand<'p>(
    robot: &Robot,
    Closer { bodies, detail }: Closer,
    hulls: usize,
    part: impl Fn(usize) -> &'p Part,
) -> Finely {
    let mesh = |body: usize| if body < hulls { robot.mesh_of(body) } else { None };
    let length = |body: usize| match &part(body).piece {
        Piece::Convex(shape) => Aabb::of(shape, &Pose3::IDENTITY).extent().max_abs() * (1.0 - 1e-6),
        Piece::Halfspace(_) => f64::INFINITY,
        Piece::Interior(_) => 0.0,
    };
    let triangle_pairs: usize = bodies.map(|body| mesh(body).map_or(1, LinkMesh::triangle_count)).iter().product();
    let as_triangles = detail >= Detail::Mesh && triangle_pairs <= MOST_TRIANGLE_PAIRS;
    let stands = |[body, other]: [usize; 2]| {
        let Some(own) = mesh(body) else { return Detail::Hull };
        let is_outside =
            || length(other) > 2.0 * part(body).ball.radius && mesh(other).is_none_or(LinkMesh::is_connected);
        match detail {
            Detail::Hull => Detail::Hull,
            _ if as_triangles && !own.shapes(Detail::Mesh).is_empty() => {
                if own.solid().is_none() || is_outside() {
                    Detail::Mesh
                } else {
                    Detail::Solid
                }
            }
            _ if !own.shapes(Detail::Parts).is_empty() => Detail::Parts,
            _ => Detail::Hull,
        }
    };
    let [a, b] = bodies;
    Finely { stands: [stands([a, b]), stands([b, a])], triangle_pairs }
}

fn checked(part: Part, name: &str) -> Result<Part, RobotError> {
    let size =
        part.ball.center.x.abs().max(part.ball.center.y.abs()).max(part.ball.center.z.abs()).max(part.ball.radius);
    if size <= LARGEST {
        return Ok(part);
    }
    Err(RobotError::new(format!("{name:?}: bodies must be within {LARGEST:e} of their frames, got {size:e}")))
}
