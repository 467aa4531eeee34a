use clearance::query::deforming::MovingFeatures;
use clearance::{Status, Vec3};
use clearance_testkit::random::Random;

use super::*;

/// A sheet of `n` by `n` squares with vertices that are displaced by up to `rough`.
fn sheet(random: &mut Random, n: u32, height: f64, rough: f64) -> (Vec<Point>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    for i in 0..=n {
        for j in 0..=n {
            let off =
                Vec3::new(random.uniform(-rough, rough), random.uniform(-rough, rough), random.uniform(-rough, rough));
            vertices.push(Vec3::new(f64::from(i), f64::from(j), height) + off);
        }
    }
    let at = |i: u32, j: u32| i * (n + 1) + j;
    let squares = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let triangles = squares
        .flat_map(|(i, j)| [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)]]);
    let triangles = triangles.collect();
    (vertices, triangles)
}

/// All contacts of two meshes, pair by pair.
fn brute(a: &DeformingMesh, b: &DeformingMesh, distance: f64, own: bool) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    let mut ask = |features: MovingFeatures| {
        let contact = features.first_contact_within(distance);
        assert_ne!(contact.status, Status::Undecided);
        if contact.is_hit() {
            found.push((contact.toi.lower, contact.toi.upper));
        }
    };
    let path = |m: &DeformingMesh, v: u32| (m.start()[v as usize], m.end()[v as usize]);
    let of = |points: [(Point, Point); 4]| (points.map(|p| p.0), points.map(|p| p.1));
    let mut faces = |v: &DeformingMesh, f: &DeformingMesh| {
        for vertex in 0..v.start().len() as u32 {
            for t in f.triangles().iter().filter(|t| !own || !t.contains(&vertex)) {
                let (start, end) = of([path(v, vertex), path(f, t[0]), path(f, t[1]), path(f, t[2])]);
                ask(MovingFeatures::vertex_face(start, end));
            }
        }
    };
    faces(a, b);
    if !own {
        faces(b, a);
    }
    for (i, e) in a.edges().iter().enumerate() {
        for (j, f) in b.edges().iter().enumerate() {
            if !own || i < j && !e.iter().any(|end| f.contains(end)) {
                let (start, end) = of([path(a, e[0]), path(a, e[1]), path(b, f[0]), path(b, f[1])]);
                ask(MovingFeatures::edge_edge(start, end));
            }
        }
    }
    found.sort_by(|x, y| x.partial_cmp(y).unwrap());
    found
}

fn times(contacts: &[MeshContact]) -> Vec<(f64, f64)> {
    contacts.iter().map(|c| (c.contact.toi.lower, c.contact.toi.upper)).collect()
}

#[test]
fn meshes_meet_when_the_first_of_all_pairs_does() {
    let mut random = Random::new(0xdef0);
    let mut hits = 0;
    for round in 0..12 {
        let (floor, triangles) = sheet(&mut random, 4, 0.0, 0.3);
        let (low, _) = sheet(&mut random, 4, 0.1, 0.3);
        let mut a = DeformingMesh::new(&floor, &triangles).unwrap();
        a.move_to(&low).unwrap();
        let (above, triangles) = sheet(&mut random, 3, 2.0, 0.3);
        let (below, _) = sheet(&mut random, 3, if round % 3 == 0 { 1.5 } else { -0.5 }, 0.3);
        let mut b = DeformingMesh::new(&above, &triangles).unwrap();
        b.move_to(&below).unwrap();
        for distance in [0.0, 0.05] {
            let all = brute(&a, &b, distance, false);
            assert_eq!(times(&a.contacts(&b, distance).unwrap()), all);
            let first = a.first_contact(&b, distance).unwrap();
            assert_eq!(first.map(|c| (c.contact.toi.lower, c.contact.toi.upper)), all.first().copied());
            assert_eq!(a.max_step(&b, distance).unwrap(), all.first().map_or(1.0, |first| first.0));
            hits += all.len();
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn a_sheet_meets_itself_where_it_folds() {
    let (flat, triangles) = sheet(&mut Random::new(0xdef1), 4, 0.0, 0.0);
    // Columns 0 to 2 lie on the floor, column 3 stands one above column 2, and column 4 hangs over the first squares.
    let folded = |height: f64| -> Vec<Point> {
        let place = |p: &Point| match p.x {
            x if x < 2.5 => *p,
            x if x < 3.5 => Vec3::new(2.0, p.y, 1.0),
            _ => Vec3::new(0.75, p.y + 0.3, height),
        };
        flat.iter().map(place).collect()
    };
    let mut mesh = DeformingMesh::new(&folded(1.0), &triangles).unwrap();
    assert_eq!((mesh.max_self_step(0.0).unwrap(), mesh.self_contacts(0.0).unwrap().len()), (1.0, 0));
    // From 1 to -3 column 4 is on the floor at a quarter.
    mesh.move_to(&folded(-3.0)).unwrap();
    let all = brute(&mesh, &mesh, 0.0, true);
    assert!(all.len() > 20, "{}", all.len());
    assert_eq!(times(&mesh.self_contacts(0.0).unwrap()), all);
    assert_eq!(mesh.max_self_step(0.0).unwrap(), 0.25);
    // With a tenth to keep it is 0.9 of 4.
    let kept = mesh.first_self_contact(0.1).unwrap().unwrap().contact.toi;
    assert!(kept.contains(0.225) && kept.width() < 1e-13, "{kept:?}");
    // Back to rest: the trees follow.
    mesh.set_step(&folded(1.0), &folded(1.0)).unwrap();
    assert!(mesh.first_self_contact(0.0).unwrap().is_none());
}

#[test]
fn what_cannot_be_a_mesh_or_a_step_is_refused() {
    let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
    let text = |result: Result<DeformingMesh, ShapeError>| result.unwrap_err().to_string();
    assert_eq!(text(DeformingMesh::new(&corners, &[])), "triangles of a deforming mesh must not be empty");
    assert!(text(DeformingMesh::new(&corners, &[[0, 1, 3]])).contains("indices of vertices"));
    let mut mesh = DeformingMesh::new(&corners, &[[0, 1, 2]]).unwrap();
    assert!(mesh.move_to(&corners[..2]).unwrap_err().to_string().contains("a position for each vertex"));
    let nan = [corners[0], corners[1], Vec3::new(0.0, f64::NAN, 0.0)];
    assert!(mesh.move_to(&nan).unwrap_err().to_string().contains("must be finite"));
    assert!(mesh.max_step(&mesh, -1.0).unwrap_err().to_string().contains("must not be negative, got -1"));
}
