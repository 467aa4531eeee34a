//! The mesh behind a link's hull, and the finer shapes that replace the hull.

use std::sync::{Arc, OnceLock};

use clearance::enclosure::length_above;
use clearance::hull::convex_hull;
use clearance::{Polytope, Shape3, ShapeError, Vec3, Vector};
use clearance_world::{DecomposeOptions, TriangleMesh, decompose};

/// How far points of parts may be from a mesh, by the diagonal of its box.
const PART_ERROR: f64 = 0.02;

/// The largest number of parts of a mesh: every pair of links is checked by all pairs of their parts.
const MOST_PARTS: usize = 16;

/// A closed mesh whose hull has no more volume to spare than this part of it is one part: its hull.
const HOLLOW: f64 = 1e-3;

/// Above the root of 3/8.
const ROOT_OF_3_8: f64 = 0.6124;

/// The shapes that represent a link's mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Its convex hull.
    Hull,
    /// Convex parts that contain it: a proof with them is a proof for the mesh.
    Parts,
    /// Its triangles, beside a body that is too long to lie inside of it.
    Mesh,
    /// Its triangles and what they enclose.
    Solid,
}

/// A mesh of which a link's shape is the hull.
#[derive(Debug)]
pub struct LinkMesh {
    corners: Vec<Vec3<f64>>,
    triangles: Vec<[u32; 3]>,
    exact: bool,
    body: OnceLock<Option<Arc<TriangleMesh<Vec3<f64>>>>>,
    full: OnceLock<bool>,
    connected: OnceLock<bool>,
    parts: OnceLock<Vec<Shape3<f64>>>,
    surface: OnceLock<Vec<Shape3<f64>>>,
    hull_error: OnceLock<f64>,
}

impl Detail {
    /// `"hull"`, `"parts"`, `"mesh"` or `"solid"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hull => "hull",
            Self::Parts => "parts",
            Self::Mesh => "mesh",
            Self::Solid => "solid",
        }
    }
    /// The detail of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Hull, Self::Parts, Self::Mesh, Self::Solid].into_iter().find(|detail| detail.name() == name)
    }
}

impl LinkMesh {
    /// Triangles by the places of their corners, seen counter-clockwise from outside.
    pub fn new(corners: Vec<Vec3<f64>>, triangles: Vec<[u32; 3]>) -> Self {
        let (body, full, connected, parts, surface, hull_error) = Default::default();
        LinkMesh { corners, triangles, exact: false, body, full, connected, parts, surface, hull_error }
    }

    /// The corners and triangles of a mesh.
    pub fn of(mesh: &TriangleMesh<Vec3<f64>>) -> Self {
        Self::new(mesh.vertices().to_vec(), mesh.triangles().to_vec())
    }

    /// The mesh with its triangles counting in [ranges of motion](crate::prove::range) wherever it is, not only where
    /// hulls touch.
    #[must_use]
    pub fn exact(self) -> Self {
        LinkMesh { exact: true, ..self }
    }

    /// Whether its triangles count in ranges of motion wherever it is.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Its corners, in the shape's frame.
    pub fn corners(&self) -> &[Vec3<f64>] {
        &self.corners
    }

    /// Its triangles, by the places of their corners.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The mesh as a body; `None` if its corners or triangles make none.
    fn body(&self) -> Option<&Arc<TriangleMesh<Vec3<f64>>>> {
        let made = || TriangleMesh::new(&self.corners, &self.triangles).ok().map(Arc::new);
        self.body.get_or_init(made).as_ref()
    }

    /// Whether it is not closed and oriented: its surface alone counts, and nothing is inside of it.
    pub fn is_surface(&self) -> bool {
        self.body().is_some_and(|body| !body.is_solid())
    }

    /// Whether it is its hull, up to dents as small as the rounding of single precision: then nothing finer is known.
    pub(crate) fn is_its_hull(&self) -> bool {
        self.body().is_none_or(|body| body.is_nearly_convex())
    }

    /// The mesh as a body with an inside, if it is closed and not its hull.
    pub(crate) fn solid(&self) -> Option<&Arc<TriangleMesh<Vec3<f64>>>> {
        self.body().filter(|body| body.is_solid() && !body.is_nearly_convex())
    }

    /// The convex shapes that represent the mesh, made once; none if its hull is as good.
    pub(crate) fn shapes(&self, detail: Detail) -> &[Shape3<f64>] {
        match detail {
            Detail::Hull => &[],
            Detail::Parts => self.parts.get_or_init(|| {
                let found = parts(&self.corners, &self.triangles).unwrap_or_default();
                if found.len() > 1 { found } else { Vec::new() }
            }),
            Detail::Mesh | Detail::Solid if self.is_its_hull() => &[],
            Detail::Mesh | Detail::Solid => {
                self.surface.get_or_init(|| surface(&self.corners, &self.triangles).unwrap_or_default())
            }
        }
    }

    /// Whether it fills its hull, but for dents that parts may have too.
    pub(crate) fn fills_its_hull(&self) -> bool {
        let is_flat = |body: &Arc<TriangleMesh<Vec3<f64>>>| {
            let size = (body.bounds().upper - body.bounds().lower).norm();
            body.dents().is_some_and(|dents| dents <= size * PART_ERROR)
        };
        *self.full.get_or_init(|| self.body().is_none_or(is_flat))
    }

    /// No point of its hull is farther from it, by its dents or its corners; infinite if a corner is on no triangle.
    ///
    /// A point `p = Σ λᵢ vᵢ` of the hull, by four corners that are no farther apart than `D`, has
    /// `Σ λᵢ |p − vᵢ|² = ½ Σ λᵢ λⱼ |vᵢ − vⱼ|² ≤ ⅜ D²`: the nearest one is no farther than the root.
    pub(crate) fn hull_error(&self) -> f64 {
        *self.hull_error.get_or_init(|| {
            let Some(body) = self.body().filter(|body| !body.is_nearly_convex()) else { return 0.0 };
            let mut on_triangles = vec![false; self.corners.len()];
            self.triangles.iter().flatten().for_each(|&corner| on_triangles[corner as usize] = true);
            let size = length_above(body.bounds().upper - body.bounds().lower);
            let by_corners = if on_triangles.contains(&false) { f64::INFINITY } else { ROOT_OF_3_8 * size };
            body.dents().map_or(by_corners, |dents| dents.min(by_corners))
        })
    }

    /// How many triangles represent it; one for a mesh that is its hull.
    pub(crate) fn triangle_count(&self) -> usize {
        if self.is_its_hull() { 1 } else { self.triangles.len() }
    }
}

impl LinkMesh {
    /// Whether a way along edges leads from every corner of a triangle to every other one. Corners that are equal and
    /// not the same count as two.
    pub(crate) fn is_connected(&self) -> bool {
        *self.connected.get_or_init(|| self.is_one_piece())
    }

    fn is_one_piece(&self) -> bool {
        let mut leaders: Vec<usize> = (0..self.corners.len()).collect();
        let find = |leaders: &mut Vec<usize>, corner: u32| {
            let mut at = corner as usize;
            while leaders[at] != at {
                leaders[at] = leaders[leaders[at]];
                at = leaders[at];
            }
            at
        };
        for triangle in &self.triangles {
            for pair in triangle.windows(2) {
                let (a, b) = (find(&mut leaders, pair[0]), find(&mut leaders, pair[1]));
                leaders[a] = b;
            }
        }
        let all: Vec<usize> = self.triangles.iter().map(|triangle| find(&mut leaders, triangle[0])).collect();
        all.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// The triangles of a mesh.
pub fn surface(corners: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Result<Vec<Shape3<f64>>, ShapeError> {
    let whole = TriangleMesh::new(corners, triangles)?;
    Ok((0..).zip(whole.triangles()).map(|(i, _)| whole.shape(i)).collect())
}

/// Convex parts that contain a mesh.
pub fn parts(corners: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Result<Vec<Shape3<f64>>, ShapeError> {
    let whole = TriangleMesh::new(corners, triangles)?;
    let hull = convex_hull(corners).map(|hull| hull.volume());
    if let (Some(volume), Ok(hull)) = (whole.volume(), &hull)
        && hull - volume <= HOLLOW * hull
    {
        return Ok(vec![Polytope::new(corners)?.into()]);
    }
    let size = whole.bounds().upper - whole.bounds().lower;
    let options = DecomposeOptions { error: size.norm() * PART_ERROR, max_parts: MOST_PARTS };
    let found = decompose(&whole, &options)?;
    found.parts.iter().map(|part| Polytope::new(part.points()).map(Shape3::from)).collect()
}

#[cfg(test)]
pub(crate) mod testing;
