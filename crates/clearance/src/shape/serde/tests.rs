use alloc::string::String;
use alloc::string::ToString;

use super::*;
use crate::math::{Vec2, Vec3, Vector};
use crate::random::Random;
use crate::{Pose2, Pose3, Shape2, Shape3, query};

const FORMS: [&str; 16] = [
    r#"{"kind":"point"}"#,
    r#"{"kind":"segment","a":[1.0,0.0,0.0],"b":[0.0,2.0,0.5]}"#,
    r#"{"kind":"triangle","vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.25]]}"#,
    r#"{"kind":"sphere","radius":0.5}"#,
    r#"{"kind":"box","half_extents":[1.0,2.0,3.0]}"#,
    r#"{"kind":"capsule","radius":0.25,"half_length":1.0,"axis":"x"}"#,
    r#"{"kind":"cylinder","radius":0.25,"half_length":1.0,"axis":"y"}"#,
    r#"{"kind":"cone","radius":0.25,"half_length":1.0,"axis":"z"}"#,
    r#"{"kind":"ellipsoid","radii":[1.0,2.0,0.5]}"#,
    r#"{"kind":"hull","vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.0]]}"#,
    r#"{"kind":"rounded","radius":0.5,"shape":{"kind":"box","half_extents":[1.0,2.0,3.0]}}"#,
    r#"{"kind":"rounded","radius":0.5,"shape":{"kind":"segment","a":[1.0,0.0,0.0],"b":[0.0,2.0,0.5]}}"#,
    r#"{"kind":"affine","matrix":[[1.0,2.0,0.0],[0.0,1.0,0.0],[0.0,0.0,3.0]],"translation":[0.0,0.0,1.0],"shape":{"kind":"sphere","radius":0.5}}"#,
    r#"{"kind":"sum","a":{"kind":"sphere","radius":0.5},"b":{"kind":"box","half_extents":[1.0,2.0,3.0]}}"#,
    r#"{"kind":"hull_of","parts":[{"shape":{"kind":"sphere","radius":0.5},"pose":{"translation":[0.0,0.0,1.0]}}]}"#,
    r#"{"kind":"hull_of","parts":[{"shape":{"kind":"point"},"pose":{"translation":[1.0,0.0,0.0],"quaternion":[0.5,0.5,0.5,-0.5]}}]}"#,
];

#[test]
fn every_form_is_written_as_it_was_read() {
    for text in FORMS {
        let shape: Shape3<f64> = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&shape).unwrap(), text);
        let narrow: Shape3<f32> = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&narrow).unwrap(), text);
    }
}

#[test]
fn shapes_that_programs_make_have_a_form() {
    let brick = Shape::from(Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 3.0)).unwrap());
    let quarter =
        Pose3::new(crate::Rotor3::from_wxyz([1.0, 0.0, 0.0, 1.0]).unwrap(), Vec3::new(0.5, 0.0, 0.0)).unwrap();
    let ball = Ball::new(0.25).unwrap();
    let above = Pose3::from_translation(Vec3::new(0.5, 0.0, 9.0)).unwrap();
    let made = [
        Shape::from(crate::Posed::new(brick.clone(), quarter).unwrap()),
        Shape::from(crate::Swept::new(brick, Vec3::new(0.0, 0.0, 2.0)).unwrap()),
    ];
    // The top of the box turned about z is at 3; of the one that moves by 2 at 5.
    for (shape, distance) in made.iter().zip([5.75, 3.75]) {
        let again: Shape3<f64> = serde_json::from_str(&serde_json::to_string(shape).unwrap()).unwrap();
        assert_eq!(query::signed_distance(shape, &ball, &above).signed_distance, distance);
        assert_eq!(query::signed_distance(&again, &ball, &above).signed_distance, distance);
    }
    let own = Shape::custom(ball);
    assert!(serde_json::to_string(&own).unwrap_err().to_string().contains("no form in files"));
}

#[test]
fn plain_types_are_written_as_shapes() {
    let ball: Ball<Vec2<f64>> = serde_json::from_str(r#"{"kind":"sphere","radius":2}"#).unwrap();
    assert_eq!(serde_json::to_string(&ball).unwrap(), r#"{"kind":"sphere","radius":2.0}"#);
    let capsule: Capsule<Vec2<f64>> = serde_json::from_str(r#"{"kind":"capsule","radius":1,"half_length":2}"#).unwrap();
    assert_eq!(capsule.segment().b(), Vec2::new(0.0, 2.0));
    let floor: Halfspace<Vec2<f64>> =
        serde_json::from_str(r#"{"kind":"halfspace","normal":[0,2],"offset":1}"#).unwrap();
    assert_eq!(serde_json::to_string(&floor).unwrap(), r#"{"kind":"halfspace","normal":[0.0,2.0],"offset":1.0}"#);
    assert_eq!(
        query::signed_distance(&ball, &ball, &Pose2::from_translation(Vec2::new(5.0, 0.0)).unwrap()).signed_distance,
        1.0
    );
}

#[test]
fn hulls_keep_their_vertices() {
    let mut random = Random(31);
    for n in [1, 3, 20, 60, 400] {
        let point = |random: &mut Random| Vec3::from_fn(|_| 100.0 + random.unit());
        let points: Vec<Vec3<f64>> = (0..n).map(|_| point(&mut random)).collect();
        let hull = Polytope::new(&points).unwrap();
        let again: Polytope<Vec3<f64>> = serde_json::from_str(&serde_json::to_string(&hull).unwrap()).unwrap();
        assert_eq!((again.anchor(), again.vertices()), (hull.anchor(), hull.vertices()), "{n} points, seed 31");
    }
}

#[test]
fn broken_shapes_are_refused_with_the_rule() {
    fn refused<T: for<'de> serde::Deserialize<'de>>(text: &str, rule: &str) {
        let shown: String = serde_json::from_str::<T>(text).map(|_| ()).unwrap_err().to_string();
        assert!(shown.contains(rule), "{shown}");
    }
    refused::<Shape3<f64>>(r#"{"kind":"sphere","radius":-1}"#, "radius must not be negative, got -1");
    refused::<Shape3<f64>>(r#"{"kind":"sphere","radius":1,"colour":2}"#, "unknown field `colour`");
    refused::<Shape3<f64>>(r#"{"kind":"ball","radius":1}"#, "unknown variant `ball`");
    refused::<Shape3<f64>>(r#"{"kind":"hull","vertices":[]}"#, "must not be empty");
    refused::<Shape2<f64>>(r#"{"kind":"cone","radius":1,"half_length":1}"#, "it needs space");
    refused::<Shape2<f64>>(r#"{"kind":"capsule","radius":1,"half_length":1,"axis":"z"}"#, "capsule axis");
    refused::<Ball<Vec3<f64>>>(r#"{"kind":"point"}"#, "another kind of shape than Ball");
}
