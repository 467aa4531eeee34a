//! Pair cases of what deforms: features whose points move on straight lines, and their first contact.

use clearance::Vec3;
use clearance::query::deforming::{Contact as Found, FeaturePair, MovingFeatures};

use crate::case::{CaseLine, Precision};
use crate::error::ReadError;
use crate::json::{Json, Node};
use crate::result::{Contact, PairResult, numbers};

/// Pairs of features under one key.
struct Listed {
    key: &'static str,
    pairs: Vec<MovingFeatures>,
}

/// The answer to a case `{"kind": "deforming", "vertex_face": [[8 points], ..], "edge_edge": .., "target_distance"}`:
/// the first contact of all its pairs.
pub(crate) fn deforming(case: &CaseLine, precision: Precision) -> Result<PairResult, ReadError> {
    case.id()?;
    case.check_deforming()?;
    if precision != Precision::F64 {
        return Err(ReadError::new("features that deform need f64").within("/kind"));
    }
    let kinds = [("vertex_face", FeaturePair::VertexFace), ("edge_edge", FeaturePair::EdgeEdge)];
    let lists = kinds.into_iter().map(|(key, pair)| read(case, key, pair)).collect::<Result<Vec<_>, _>>()?;
    if lists.iter().all(|list| list.pairs.is_empty()) {
        return Err(ReadError::new("expected \"vertex_face\" or \"edge_edge\" with at least one pair of features"));
    }
    let distance = match case.tree("target_distance")? {
        Some(tree) => Node::root(&tree, "/target_distance").size()?,
        None => 0.0,
    };
    Ok(first(&lists, distance))
}

/// The pairs under a key; one pair may stand there without a list around it.
fn read(case: &CaseLine, key: &'static str, pair: FeaturePair) -> Result<Listed, ReadError> {
    let Some(tree) = case.tree(key)? else { return Ok(Listed { key, pairs: Vec::new() }) };
    let pointer = format!("/{key}");
    let node = Node::root(&tree, &pointer);
    let is_one = matches!(&tree, Json::List(list) if matches!(list.first(), Some(Json::List(point))
        if matches!(point.first(), Some(Json::Number(_)))));
    let pairs = match is_one {
        true => vec![features(&node, pair)?],
        false => node.list()?.map(|node| features(&node, pair)).collect::<Result<Vec<_>, _>>()?,
    };
    Ok(Listed { key, pairs })
}

/// Four points at 0, then the same at 1.
fn features(node: &Node, pair: FeaturePair) -> Result<MovingFeatures, ReadError> {
    let points = node.list()?.map(|point| Ok(point.numbers::<3>()?.into())).collect::<Result<Vec<Vec3<f64>>, _>>()?;
    let (&[start, end], []) = points.as_chunks::<4>() else {
        let what = format!("expected 8 points, four at the start and four at the end, got {}", points.len());
        return Err(node.error(what));
    };
    Ok(MovingFeatures { pair, start, end })
}

/// The first contact of all. Numbers of JSON are finite, so that each pair is decided.
fn first(lists: &[Listed], distance: f64) -> PairResult {
    let mut first: Option<PairResult> = None;
    let mut times = (1.0, f64::INFINITY);
    for list in lists {
        for (number, features) in list.pairs.iter().enumerate() {
            let found = features.first_contact_within_by(distance, times.0);
            if found.is_hit() && (found.toi.lower, found.toi.upper) < times {
                times = (found.toi.lower, found.toi.upper);
                first = Some(result(&found, features, (list.key, number)));
            }
        }
    }
    first.unwrap_or(PairResult { toi: Some(None), ..PairResult::apart() })
}

fn result(found: &Found, features: &MovingFeatures, feature_pair: (&'static str, usize)) -> PairResult {
    PairResult {
        collides: Some(true),
        status: "touching",
        toi: Some(Some(found.toi.lower)),
        toi_lower: Some(found.toi.lower),
        toi_upper: Some(found.toi.upper),
        weights: Some(found.weights),
        feature_pair: Some(feature_pair),
        contact: Some(contact(found, features)),
        exact: true,
        ..PairResult::default()
    }
}

/// The closest points of the features at the contact.
fn contact(found: &Found, features: &MovingFeatures) -> Contact {
    let t = found.toi.lower;
    let split = if features.pair == FeaturePair::VertexFace { 1 } else { 2 };
    let witness = |points: core::ops::Range<usize>| {
        let at = |i: usize| (features.start[i] * (1.0 - t) + features.end[i] * t) * found.weights[i];
        numbers(points.map(at).fold(Vec3::new(0.0, 0.0, 0.0), |sum, point| sum + point))
    };
    Contact {
        normal: numbers(found.normal),
        witness_a: witness(0..split),
        witness_b: witness(split..4),
        features: None,
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::{Settings, WarmStarts, answer};
    use crate::case::CaseLine;
    use crate::mesh_files::MeshFiles;

    fn ask(text: &str) -> Result<serde_json::Value, String> {
        let case = CaseLine::parse(text).unwrap();
        let files = MeshFiles::relative_to(std::path::Path::new(""));
        let found = answer(&case, &files, &Settings::default(), &mut WarmStarts::default());
        let line = found.map(|found| crate::result::result_line(&case, &found)).map_err(|error| error.to_string())?;
        Ok(serde_json::from_str(&line).unwrap())
    }

    /// A vertex that falls from 3 to `end` above a triangle.
    fn falls(end: f64) -> String {
        let at = |height: f64| format!("[1,1,{height}],[0,0,0],[4,0,0],[0,4,0]");
        format!("[{},{}]", at(3.0), at(end))
    }

    #[test]
    fn a_vertex_that_falls_meets_the_triangle_at_three_quarters() {
        let line = ask(&format!(r#"{{"id": 7, "note": "x", "kind": "deforming", "vertex_face": {}}}"#, falls(-1.0)));
        let expected = serde_json::json!({"id": 7, "collides": true, "status": "touching", "toi": 0.75, "toi_lower": 0.75,
            "toi_upper": 0.75, "weights": [1.0, 0.5, 0.25, 0.25], "feature_pair": ["vertex_face", 0],
            "normal": [0.0, 0.0, -1.0], "witness_a": [1.0, 1.0, 0.0], "witness_b": [1.0, 1.0, 0.0], "exact": true,
            "note": "x"});
        assert_eq!(line.unwrap(), expected);
    }

    #[test]
    fn of_several_pairs_the_first_contact_is_the_answer() {
        let edges = "[[0,0,-1],[0,0,3],[2,-1,0],[2,1,0],[0,0,-1],[0,0,3],[-2,-1,0],[-2,1,0]]";
        let pairs = format!(r#""vertex_face": [{}, {}], "edge_edge": [{edges}]"#, falls(1.0), falls(-1.0));
        let found = ask(&format!(r#"{{"kind": "deforming", {pairs}}}"#)).unwrap();
        assert_eq!((&found["toi"], &found["feature_pair"]), (&0.5.into(), &serde_json::json!(["edge_edge", 0])));
        // The edges are 1 apart at a quarter, the second vertex is so at a half.
        let found = ask(&format!(r#"{{"kind": "deforming", "target_distance": 1, {pairs}}}"#)).unwrap();
        assert!((found["toi"].as_f64().unwrap() - 0.25).abs() < 1e-12);
        let apart = ask(&format!(r#"{{"kind": "deforming", "vertex_face": {}}}"#, falls(1.0))).unwrap();
        let expected = serde_json::json!({"collides": false, "status": "separated", "toi": null, "exact": true});
        assert_eq!(apart, expected);
    }

    #[test]
    fn what_is_no_pair_of_features_is_refused_where_it_stands() {
        let refused = |more: &str| ask(&format!(r#"{{"kind": "deforming"{more}}}"#)).unwrap_err();
        assert_eq!(refused(""), r#"expected "vertex_face" or "edge_edge" with at least one pair of features"#);
        let short = refused(r#", "vertex_face": [[[0,0,0],[1,0,0]]]"#);
        assert_eq!(short, "/vertex_face/0: expected 8 points, four at the start and four at the end, got 2");
        let flat = refused(r#", "edge_edge": [[[0,0]]]"#);
        assert!(flat.starts_with("/edge_edge/0/0: expected a list of 3 numbers"), "{flat}");
        let negative = refused(&format!(r#", "vertex_face": {}, "target_distance": -1"#, falls(1.0)));
        assert_eq!(negative, "/target_distance: must not be negative, got -1");
        let rigid = refused(&format!(r#", "vertex_face": {}, "motion": {{}}"#, falls(1.0)));
        assert_eq!(
            rigid,
            r#"/motion: features that deform take "vertex_face", "edge_edge" and "target_distance" only"#
        );
        let twice = refused(r#", "vertex_face": [], "vertex_face": []"#);
        assert_eq!(twice, r#"key "vertex_face" is given twice"#);
    }
}
