//! How triangles hang together: what edges and vertices say.

/// What is true of all edges and vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Topology {
    /// No edge belongs to an odd number of triangles.
    pub closed: bool,
    /// Every edge is passed as often in one direction as in the other; but for one where the number of its triangles is
    /// odd.
    pub oriented: bool,
    /// No edge belongs to more than two triangles, and the triangles at each vertex form one fan.
    pub manifold: bool,
    /// Sets of triangles that share no edge.
    pub components: usize,
    /// Edges of an odd number of triangles.
    pub open_edges: usize,
    /// Triangles of fewer than three distinct vertices, which are left out of all that is said here.
    pub folded: usize,
}

/// A side of a triangle.
struct HalfEdge {
    /// The ends, the lower one first.
    ends: [u32; 2],
    /// The corner that it starts from: three times the triangle, and 0, 1 or 2.
    corner: u32,
    /// Whether it starts at the lower end.
    up: bool,
}

/// The topology, and the component of each triangle; folded triangles are components of their own.
pub(super) fn of(vertices: usize, triangles: &[[u32; 3]]) -> (Topology, Vec<u32>) {
    let mut sides = Vec::with_capacity(3 * triangles.len());
    let mut folded = 0;
    for (triangle, &corners) in (0u32..).zip(triangles) {
        let [a, b, c] = corners;
        if a == b || b == c || c == a {
            folded += 1;
            continue;
        }
        for k in 0..3 {
            let (from, to) = (corners[k], corners[(k + 1) % 3]);
            let ends = [from.min(to), from.max(to)];
            sides.push(HalfEdge { ends, corner: 3 * triangle + k as u32, up: from < to });
        }
    }
    sides.sort_unstable_by_key(|side| (side.ends, side.corner));
    let mut found = Topology { closed: true, oriented: true, manifold: true, components: 0, open_edges: 0, folded };
    let mut joined = Sets::new(triangles.len());
    let mut fans = Sets::new(3 * triangles.len());
    for edge in sides.chunk_by(|a, b| a.ends == b.ends) {
        let up = edge.iter().filter(|side| side.up).count();
        let odd = edge.len() % 2;
        found.open_edges += odd;
        found.oriented &= up.abs_diff(edge.len() - up) <= odd;
        found.manifold &= edge.len() <= 2;
        for pair in edge.windows(2) {
            joined.join(pair[0].corner / 3, pair[1].corner / 3);
            for end in edge[0].ends {
                let at = |side: &HalfEdge| {
                    let triangle = side.corner / 3;
                    let place = triangles[triangle as usize].iter().position(|&corner| corner == end).unwrap_or(0);
                    3 * triangle + place as u32
                };
                fans.join(at(&pair[0]), at(&pair[1]));
            }
        }
    }
    found.closed = found.open_edges == 0;
    found.manifold &= one_fan_each(vertices, triangles, &mut fans);
    let components = numbered(&mut joined);
    found.components = components.iter().max().map_or(0, |&last| last as usize + 1);
    (found, components)
}

/// The first triangle of each component.
pub(super) fn first_of_each(components: &[u32]) -> Vec<u32> {
    let mut found = Vec::new();
    for (triangle, &component) in (0..).zip(components) {
        if component as usize == found.len() {
            found.push(triangle);
        }
    }
    found
}

/// Whether the corners at each vertex are in one set.
fn one_fan_each(vertices: usize, triangles: &[[u32; 3]], fans: &mut Sets) -> bool {
    let mut seen = vec![false; vertices];
    (0u32..).zip(triangles.iter().flatten()).all(|(corner, &vertex)| {
        let [a, b, c] = triangles[corner as usize / 3];
        let counts = a != b && b != c && c != a && fans.root(corner) == corner;
        !(counts && std::mem::replace(&mut seen[vertex as usize], true))
    })
}

/// The sets by the order of their first members.
fn numbered(sets: &mut Sets) -> Vec<u32> {
    let count = sets.parents.len() as u32;
    let mut numbers = vec![u32::MAX; sets.parents.len()];
    let mut next = 0;
    (0..count)
        .map(|member| {
            let number = &mut numbers[sets.root(member) as usize];
            if *number == u32::MAX {
                *number = next;
                next += 1;
            }
            *number
        })
        .collect()
}

/// Disjoint sets of numbers (Tarjan, Efficiency of a good but not linear set union algorithm, 1975), with halved paths.
struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Sets { parents: (0..count as u32).collect() }
    }

    /// The least member of the set.
    fn root(&mut self, mut member: u32) -> u32 {
        while self.parents[member as usize] != member {
            let parent = self.parents[member as usize];
            self.parents[member as usize] = self.parents[parent as usize];
            member = self.parents[member as usize];
        }
        member
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
