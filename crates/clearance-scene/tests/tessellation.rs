//! Meshes in place of solids with curved faces: bounds that hold for the solids.

use clearance_scene::{CaseLine, MeshFiles, PairResult, Settings, WarmStarts, answer, parse_scene};
use serde_json::{Value, json};

fn refused_or(case: &Value) -> Result<PairResult, String> {
    let text = case.to_string();
    let case = CaseLine::parse(&text).unwrap();
    let answered = answer(&case, &MeshFiles::relative_to("."), &Settings::default(), &mut WarmStarts::default());
    answered.map_err(|error| error.to_string())
}

/// The answer about two shapes, of which B is moved.
fn asked(a: &Value, b: &Value, offset: [f64; 3]) -> PairResult {
    let b = json!({"shape": b, "pose": {"translation": offset}});
    refused_or(&json!({"query": "all", "a": {"shape": a}, "b": b})).unwrap()
}

fn bounds(found: &PairResult) -> [f64; 2] {
    [found.lower.unwrap(), found.upper.unwrap()]
}

/// A shape with one more key.
fn with(shape: &Value, key: &str, value: Value) -> Value {
    let mut shape = shape.clone();
    shape[key] = value;
    shape
}

/// A prism of `sides` faces about the z axis whose edges lie on a cylinder of radius 1; x meets the middle of a face.
fn prism(sides: usize) -> Value {
    let angle = |k: usize| (k as f64 + 0.5) * std::f64::consts::TAU / sides as f64;
    let corner = |k: usize, z: f64| json!([angle(k).cos(), angle(k).sin(), z]);
    let vertices: Vec<Value> = (0..sides).flat_map(|k| [corner(k, -1.0), corner(k, 1.0)]).collect();
    let mut triangles = Vec::new();
    for k in 0..sides {
        let [a, b] = [2 * k, 2 * ((k + 1) % sides)];
        triangles.extend([[a, b, b + 1], [a, b + 1, a + 1]]);
        if k > 0 && k + 1 < sides {
            triangles.extend([[0, b, a], [1, a + 1, b + 1]]);
        }
    }
    json!({"kind": "mesh", "vertices": vertices, "triangles": triangles})
}

/// A box as a mesh.
fn cuboid(half: [f64; 3]) -> Value {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
    json!({"kind": "mesh", "vertices": (0..8).map(corner).collect::<Vec<_>>(), "triangles": [
        [0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4],
        [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]})
}

/// A square tube about the z axis, of half height 1: `inner` and `outer` are half its widths.
fn tube(inner: f64, outer: f64) -> Value {
    let ring = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corner = |width: f64, z: f64, k: usize| [ring[k][0] * width, ring[k][1] * width, z];
    let levels = [(outer, -1.0), (outer, 1.0), (inner, 1.0), (inner, -1.0)];
    let vertices: Vec<[f64; 3]> =
        levels.iter().flat_map(|&(width, z)| (0..4).map(move |k| corner(width, z, k))).collect();
    let mut triangles = Vec::new();
    for level in 0..4 {
        for k in 0..4 {
            let at = |level: usize, k: usize| 4 * (level % 4) + k % 4;
            let [a, b, c, d] = [at(level, k), at(level, k + 1), at(level + 1, k + 1), at(level + 1, k)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    json!({"kind": "mesh", "vertices": vertices, "triangles": triangles})
}

#[test]
fn the_distance_of_the_solid_is_inside_of_the_bounds() {
    let (facets, ball) = (prism(16), json!({"kind": "sphere", "radius": 0.5}));
    let error = 1.0 - (std::f64::consts::PI / 16.0).cos();
    // The cylinder ends at x = 1, the facets end before.
    let apart = 0.5;
    let bare = asked(&facets, &ball, [2.0, 0.0, 0.0]);
    assert!(bounds(&bare)[0] > apart + 0.9 * error, "the facets alone exclude the cylinder's distance: {bare}");
    let solid = asked(&with(&facets, "tessellation", json!(error)), &ball, [2.0, 0.0, 0.0]);
    let [lower, upper] = bounds(&solid);
    assert!(lower <= apart && apart <= upper && upper - lower < 2.001 * error, "{solid}");
    assert_eq!((solid.status, solid.exact, solid.collides), ("separated", true, Some(false)));
    assert_eq!(solid.signed_distance, bare.signed_distance);
    let said = solid.bodies;
    assert_eq!((said.tessellation, said.tessellation_proven), (Some(error), Some(false)));
    assert_eq!((said.as_error_upper, said.error_a, said.error_b), (Some(error), Some(error), None));
    assert_eq!(said.as_a, None);
}

#[test]
fn a_pin_that_nearly_fits_is_undecided_with_a_bound_of_its_depth() {
    let (block, pin) = (tube(0.5, 2.0), cuboid([0.49, 0.49, 2.0]));
    let found = asked(&block, &with(&pin, "tessellation", json!(0.02)), [0.0; 3]);
    assert_eq!((found.status, found.collides, found.exact), ("undecided", None, false));
    assert_eq!((found.signed_distance, found.local_depth), (Some(None), None));
    let [lower, upper] = bounds(&found);
    assert!((upper - 0.03).abs() < 1e-12, "the facets' distance and the error: {found}");
    // A pin that is within the error and too thick leaves sideways, by its half width and that of the block.
    let thick = asked(&block, &cuboid([0.505, 0.505, 2.0]), [0.0; 3]);
    assert_eq!(thick.status, "overlapping");
    assert!(lower <= -(2.0 + 0.505) && lower > -(2.0 + 0.49 + 0.021), "{found}");
    let thin = asked(&block, &with(&pin, "tessellation", json!(0.005)), [0.0; 3]);
    assert_eq!(thin.status, "separated");
    assert!((bounds(&thin)[0] - 0.005).abs() < 1e-12 && (bounds(&thin)[1] - 0.015).abs() < 1e-12, "{thin}");
}

#[test]
fn an_overlap_is_proven_by_a_point_that_is_deeper_than_the_errors() {
    let cube = |error: f64| with(&cuboid([1.0; 3]), "tessellation", json!({"error": error, "proven": true}));
    // A corner of each is 0.5 deep in the other.
    let found = |error: f64| asked(&cube(error), &cube(error), [1.5; 3]);
    let proven = found(0.2);
    assert_eq!((proven.status, proven.collides), ("overlapping", Some(true)));
    assert!((bounds(&proven)[1] + 0.1).abs() < 1e-12 && bounds(&proven)[0] <= -0.9, "{proven}");
    let undecided = found(0.2501);
    assert_eq!((undecided.status, undecided.collides), ("undecided", None));
    assert!(bounds(&undecided)[1] > 0.0);
}

#[test]
fn an_overlap_is_proven_where_no_vertex_is_inside() {
    // A rod through a plate: its ends are beyond the plate, whose vertices are far away.
    let plate = with(&cuboid([5.0, 5.0, 0.25]), "tessellation", json!(0.0625));
    let rod = with(&cuboid([0.5, 0.5, 4.0]), "tessellation", json!(0.0625));
    let found = asked(&plate, &rod, [0.75, 0.25, 0.0]);
    assert_eq!((found.status, found.collides), ("overlapping", Some(true)));
    // A point is 0.25 deep in the plate and 0.25 to 0.5 in the rod, which leaves along itself, by 4.25.
    let [lower, upper] = bounds(&found);
    assert!((-0.625..-0.374).contains(&upper) && lower <= -4.25, "{found}");
    // A cylinder without facets, which has no vertices at all.
    let pin = json!({"kind": "cylinder", "radius": 0.5, "half_length": 4.0});
    assert_eq!(asked(&plate, &pin, [0.75, 0.25, 0.0]).collides, Some(true));
}

#[test]
fn errors_add_up_and_are_proven_only_together() {
    let cube = cuboid([1.0; 3]);
    let (stated, proven) = (json!(0.25), json!({"error": 0.125, "proven": true}));
    let found = asked(&with(&cube, "tessellation", stated), &with(&cube, "tessellation", proven.clone()), [5.0; 3]);
    assert_eq!((found.bodies.tessellation, found.bodies.tessellation_proven), (Some(0.375_f64.next_up()), Some(false)));
    let both = with(&cube, "tessellation", proven);
    assert_eq!(asked(&both, &both, [5.0; 3]).bodies.tessellation_proven, Some(true));
    // A hull that contains the mesh is up to one more error larger.
    let hull = |shape: &Value| with(shape, "as", json!("hull"));
    let bare = asked(&hull(&tube(0.5, 1.0)), &cube, [4.0, 0.0, 0.0]);
    let larger = asked(&hull(&with(&tube(0.5, 1.0), "tessellation", json!(0.125))), &cube, [4.0, 0.0, 0.0]);
    let [[lower, upper], [wide_lower, wide_upper]] = [bounds(&bare), bounds(&larger)];
    assert!((lower - wide_lower - 0.125).abs() < 1e-12 && (wide_upper - upper - 0.125).abs() < 1e-12, "{larger}");
    assert_eq!((larger.bodies.as_a, larger.bodies.tessellation), (Some("hull"), Some(0.125)));
}

#[test]
fn what_cannot_count_a_tessellation_refuses_it() {
    let cube = with(&cuboid([1.0; 3]), "tessellation", json!(0.125));
    let at = |shape: &Value| json!({"shape": shape, "pose": {"translation": [5, 0, 0]}});
    let case = |a: &Value, query: &str| json!({"query": query, "a": {"shape": a}, "b": at(&cube)});
    let refusal = |case: Value| refused_or(&case).unwrap_err();
    let mut moving = case(&cube, "toi");
    moving["motion"] = json!({"a": {"linear": [9, 0, 0]}});
    assert!(refusal(moving).contains("have no times"));
    let negative = with(&cube, "tessellation", json!(-1.0));
    assert_eq!(refusal(case(&negative, "distance")), "/a/shape/tessellation: must not be negative, got -1");
    let unknown = with(&cube, "tessellation", json!({"eror": 1.0}));
    assert!(refusal(case(&unknown, "distance")).contains(r#"(did you mean "error"?)"#));
    let part = json!({"kind": "compound", "parts": [{"shape": with(&cube, "as", json!("hull"))}]});
    assert!(refusal(case(&part, "distance")).contains(r#""tessellation" is for pair cases and scenes"#));
}

#[test]
fn bodies_of_a_scene_have_tessellations_of_their_own() {
    let cube = cuboid([1.0; 3]);
    let at =
        |name: &str, x: f64, shape: Value| json!({"name": name, "shape": shape, "pose": {"translation": [x, 0, 0]}});
    let near = with(&cube, "tessellation", json!(0.25));
    let scene = json!({"bodies": [at("a", 0.0, cube), at("b", 2.5, near.clone()), at("c", 5.125, near)]});
    let scene = parse_scene(&scene.to_string(), &MeshFiles::relative_to(".")).unwrap();
    let stage = clearance_scene::AnyStage::new(scene).unwrap();
    let within = clearance_scene::Question::Within { max: Some(0.375) };
    let rows = stage.ask(within, None).unwrap();
    let found: Vec<_> = rows.iter().map(|row| (row.a.as_str(), row.b.as_str(), row.lower, row.status)).collect();
    // The facets of b and c are 0.625 apart, but the solids may be 0.125 apart.
    assert_eq!(found.len(), 2, "{found:?}");
    assert!((found[0].2 - 0.25).abs() < 1e-12 && (found[1].2 - 0.125).abs() < 1e-12, "{found:?}");
    assert_eq!((found[1].0, found[1].1, found[1].3), ("b", "c", "separated"));
}
