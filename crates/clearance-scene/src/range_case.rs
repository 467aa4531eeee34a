//! Pair cases whose poses are boxes: the range of signed distances that the bodies may have.

use clearance::{Shape3, Vec3};
use clearance_world::{DistanceRange, Intersect, PoseBox, RangeOptions, signed_distance_range};

use crate::case::{CaseLine, Precision};
use crate::error::ReadError;
use crate::json::{Fields, Node};
use crate::mesh_files::MeshFiles;
use crate::representation::Bodies;
use crate::result::PairResult;
use crate::shape_json::{PosedBody, posed_body};

/// The answer to a case with `"uncertain": {"a": {"translation", "rotation"}, "b": ..}`: of convex bodies in space.
pub(crate) fn range(case: &CaseLine, files: &MeshFiles, precision: Precision) -> Result<PairResult, ReadError> {
    case.id()?;
    let (a, b, uncertain) = (case.need("a")?, case.need("b")?, case.tree("uncertain")?);
    if case.dimension()? != 3 || precision != Precision::F64 {
        return Err(ReadError::new("poses that are boxes need bodies in space and f64").within("/query"));
    }
    let (a, b) = (convex(&Node::root(&a, "/a"), files)?, convex(&Node::root(&b, "/b"), files)?);
    let mut boxes = [&a, &b].map(|(_, posed)| PoseBox::exactly(posed.pose));
    if let Some(tree) = &uncertain {
        let node = Node::root(tree, "/uncertain");
        let fields = node.object(&["a", "b"])?;
        for (side, known) in ["a", "b"].into_iter().zip(&mut boxes) {
            read_box(&fields, side, known)?;
        }
    }
    let found = signed_distance_range((&a.0, &boxes[0]), (&b.0, &boxes[1]), &RangeOptions::default());
    let bodies = Bodies::of([a.1.represented(), b.1.represented()]);
    Ok(result(&found, bodies.as_error_upper.filter(|&error| error > 0.0)).of_meshes(bodies))
}

fn convex(node: &Node, files: &MeshFiles) -> Result<(Shape3<f64>, PosedBody<Vec3<f64>>), ReadError> {
    let posed = posed_body::<Vec3<f64>>(node, files)?;
    if posed.represented().moved() > 0.0 {
        return Err(node.error("expected a body whose surface is known where poses are boxes, got a \"tessellation\""));
    }
    match posed.body.as_shape() {
        Some(shape) => Ok((shape.clone(), posed)),
        None => {
            let what = format!("expected a convex body where poses are boxes, got a {}", posed.body.kind());
            Err(node.error(what))
        }
    }
}

fn read_box(fields: &Fields, side: &str, known: &mut PoseBox) -> Result<(), ReadError> {
    let Some(node) = fields.get(side) else { return Ok(()) };
    let sizes = node.object(&["translation", "rotation"])?;
    let size = |key: &str| {
        let Some(node) = sizes.get(key) else { return Ok([0.0; 3]) };
        let numbers = node.numbers::<3>()?;
        match numbers.iter().find(|size| **size < 0.0) {
            Some(size) => Err(node.error(format!("expected sizes that are not negative, got {size}"))),
            None => Ok(numbers),
        }
    };
    (known.translation, known.rotation) = (size("translation")?, size("rotation")?);
    let turn = known.rotation.iter().map(|size| size * size).sum::<f64>().sqrt();
    if turn >= core::f64::consts::PI {
        return Err(
            node.error(format!("expected a rotation of less than half a turn, got a rotation vector of length {turn}"))
        );
    }
    Ok(())
}

/// The range of hulls that are larger than their meshes by an error in all, as one of the meshes: distances are larger
/// by that at most.
fn result(found: &DistanceRange, error: Option<f64>) -> PairResult {
    let (intersect, status, collides) = match (found.intersect(), error) {
        (Intersect::Never, _) => ("never", "separated", Some(false)),
        (Intersect::Always, None) => ("always", "overlapping", Some(true)),
        _ => ("maybe", "undecided", None),
    };
    let upper = error.map_or(found.bounds.upper, |error| (found.bounds.upper.max(0.0) + error).next_up());
    PairResult {
        collides,
        status,
        lower: Some(found.bounds.lower),
        upper: Some(upper),
        intersect: Some(intersect),
        attained: error.is_none().then_some([found.attained.lower, found.attained.upper]),
        exact: collides.is_some(),
        ..PairResult::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::{Settings, WarmStarts, answer};
    use crate::case::CaseLine;
    use crate::mesh_files::MeshFiles;

    fn ask(text: &str) -> Result<String, String> {
        let case = CaseLine::parse(text).unwrap();
        let files = MeshFiles::relative_to(std::path::Path::new(""));
        let found = answer(&case, &files, &Settings::default(), &mut WarmStarts::default());
        found.map(|found| crate::result::result_line(&case, &found)).map_err(|error| error.to_string())
    }

    /// Two balls of radius 1, three apart along x.
    fn balls(more: &str) -> String {
        let ball = r#""shape": {"kind": "sphere", "radius": 1}"#;
        format!(r#"{{"id": 7, "a": {{{ball}}}, "b": {{{ball}, "pose": {{"translation": [3, 0, 0]}}}}, {more}}}"#)
    }

    #[test]
    fn the_range_of_balls_is_the_way_between_their_centres() {
        let line = ask(&balls(r#""uncertain": {"b": {"translation": [0.5, 0, 0]}}"#)).unwrap();
        let found: serde_json::Value = serde_json::from_str(&line).unwrap();
        let number = |key: &str| found[key].as_f64().unwrap();
        assert!(number("lower") <= 0.5 && number("lower") > 0.45 && number("upper") >= 1.5 && number("upper") < 1.55);
        assert_eq!(
            (&found["intersect"], &found["collides"], &found["id"]),
            (&"never".into(), &false.into(), &7.into())
        );
        assert!(found.get("uncertain").is_none() && found["attained"][0].as_f64().unwrap() >= 0.5 - 1e-12);
        let maybe = ask(&balls(r#""uncertain": {"b": {"translation": [1.5, 0, 0]}}"#)).unwrap();
        assert!(maybe.contains(r#""collides":null"#) && maybe.contains(r#""intersect":"maybe""#), "{maybe}");
        let exact = ask(&balls(r#""query": "range""#)).unwrap();
        assert!(exact.contains(r#""intersect":"never""#), "{exact}");
    }

    #[test]
    fn what_is_no_box_is_refused_where_it_stands() {
        let refused = |more: &str| ask(&balls(more)).unwrap_err();
        let negative = refused(r#""uncertain": {"a": {"translation": [0, -1, 0]}}"#);
        assert_eq!(negative, "/uncertain/a/translation: expected sizes that are not negative, got -1");
        let wide = refused(r#""uncertain": {"a": {"rotation": [3, 1, 0]}}"#);
        assert_eq!(
            wide,
            "/uncertain/a: expected a rotation of less than half a turn, got a rotation vector of length 3.1622776601683795"
        );
        let plane = refused(r#""uncertain": {}, "dim": 2"#);
        assert_eq!(plane, "/query: poses that are boxes need bodies in space and f64");
    }
}
