//! How the distance of two bodies changes with their poses, and exact certificates, with the structs of the header.

use core_crate::exact::{Exact, ExactPoint, ExactVector};
use core_crate::query::{Branch, Certificate, Gradient};
use core_crate::{Options, Vec3};

use crate::answer::{Pair, clearance_proximity, status_number};
use crate::refusal::Answer;

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_pose_gradient {
    proximity: clearance_proximity,
    linear: [f64; 3],
    angular: [f64; 3],
    differentiable: i32,
    complete: i32,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_generator {
    linear: [f64; 3],
    angular: [f64; 3],
    branch: u32,
    reserved: u32,
}

/// The point of the twists: the origin of a's frame.
const ORIGIN: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

/// The derivative by the pose of b, and all that generates its one-sided rates.
pub fn gradient(pair: &Pair, options: &Options<f64>) -> Answer<(clearance_pose_gradient, Vec<clearance_generator>)> {
    let found = pair.bodies(options).gradient()?;
    let rates = found.proximity.gradient(ORIGIN);
    let known = clearance_pose_gradient {
        proximity: clearance_proximity::of(&found.proximity.into()),
        linear: rates.linear.into(),
        angular: rates.angular.into(),
        differentiable: found.differentiable.into(),
        complete: found.complete.into(),
    };
    let rows = |(i, branch): (usize, &Branch<Vec3<f64>>)| {
        let rates = branch.pairs.iter().map(|pair| Gradient::at_point(ORIGIN, pair[1], branch.normal));
        let row = move |rates: Gradient<Vec3<f64>>| clearance_generator {
            linear: rates.linear.into(),
            angular: rates.angular.into(),
            branch: i as u32,
            reserved: 0,
        };
        rates.map(row).collect::<Vec<_>>()
    };
    let generators = found.branches.iter().enumerate().flat_map(rows).collect();
    Ok((known, generators))
}

/// The status with a proof in exact numbers, as JSON; none if a body has no exact answers.
pub fn certify(pair: &Pair) -> Answer<Option<(i32, String)>> {
    let Some(proof) = pair.bodies(&Options::default()).certify()? else { return Ok(None) };
    let status = status_number(proof.status());
    let weighted = |pairs: &[([ExactPoint; 2], Exact)]| {
        let pair = |(ends, weight): &([ExactPoint; 2], Exact)| {
            format!("{{\"a\":{},\"b\":{},\"weight\":{}}}", point(&ends[0]), point(&ends[1]), number(weight))
        };
        pairs.iter().map(pair).collect::<Vec<_>>().join(",")
    };
    Ok(Some((
        status,
        match &proof {
            Certificate::Separated { direction } => {
                format!("{{\"status\":\"separated\",\"direction\":{}}}", vector(direction))
            }
            Certificate::Touching { direction, pairs } => {
                let (direction, pairs) = (vector(direction), weighted(pairs));
                format!("{{\"status\":\"touching\",\"direction\":{direction},\"pairs\":[{pairs}]}}")
            }
            Certificate::Surrounded { pairs } => {
                let pair = |ends: &[ExactPoint; 2]| format!("{{\"a\":{},\"b\":{}}}", point(&ends[0]), point(&ends[1]));
                let pairs = pairs.iter().map(pair).collect::<Vec<_>>().join(",");
                format!("{{\"status\":\"overlapping\",\"pairs\":[{pairs}]}}")
            }
            Certificate::Reaching { pairs } => {
                format!("{{\"status\":\"overlapping\",\"pairs\":[{}]}}", weighted(pairs))
            }
        },
    )))
}

/// `±0x…p…`: a whole number in hexadecimal digits times a power of two.
fn number(value: &Exact) -> String {
    let (negative, limbs, exponent) = value.parts();
    let digits: String = limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return "\"0x0p0\"".into();
    }
    format!("\"{}0x{digits}p{}\"", if negative { "-" } else { "" }, 64 * i64::from(exponent))
}

fn vector(vector: &ExactVector) -> String {
    let [x, y, z] = vector.xyz.each_ref().map(number);
    format!("[{x},{y},{z}]")
}

/// `[x, y, z, w]`, the point `(x, y, z) / w`.
fn point(point: &ExactPoint) -> String {
    let [x, y, z] = point.xyz.xyz.each_ref().map(number);
    format!("[{x},{y},{z},{}]", number(&point.w))
}
