//! Certificates in Python's own exact numbers, so that checking them needs nothing of this package.

use clearance::exact::{Exact, ExactPoint, ExactVector};
use clearance::query::Certificate;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::pair::{Frames, GivenBody, Pair};
use crate::proximity::status_number;
use crate::question;

type Number<'py> = Bound<'py, PyAny>;
type Vector<'py> = (Number<'py>, Number<'py>, Number<'py>);
/// Points of both bodies and their weight.
type Weighted<'py> = (Vector<'py>, Vector<'py>, Option<Number<'py>>);
type Pairs<'py> = Vec<Weighted<'py>>;

/// Makes `fractions.Fraction`s.
struct Fractions<'py> {
    class: Bound<'py, PyAny>,
    int: Bound<'py, PyAny>,
}

impl<'py> Fractions<'py> {
    fn new(py: Python<'py>) -> PyResult<Self> {
        let int = py.import("builtins")?.getattr("int")?;
        Ok(Fractions { class: py.import("fractions")?.getattr("Fraction")?, int })
    }

    /// `±Σ limbs[i]·2⁶⁴⁽ⁱ⁺ᵉ⁾`.
    fn number(&self, value: &Exact) -> PyResult<Number<'py>> {
        let (negative, limbs, exponent) = value.parts();
        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let bytes = PyBytes::new(self.int.py(), &bytes);
        let mut whole = self.int.call_method1("from_bytes", (bytes, "little"))?;
        if negative {
            whole = whole.neg()?;
        }
        let shift = self.int.call1((1,))?.lshift(64 * exponent.unsigned_abs())?;
        match exponent < 0 {
            true => self.class.call1((whole, shift)),
            false => self.class.call1((whole.mul(shift)?,)),
        }
    }

    fn vector(&self, vector: &ExactVector) -> PyResult<Vector<'py>> {
        let [x, y, z] = &vector.xyz;
        Ok((self.number(x)?, self.number(y)?, self.number(z)?))
    }

    fn point(&self, point: &ExactPoint) -> PyResult<Vector<'py>> {
        let (x, y, z) = self.vector(&point.xyz)?;
        let w = self.number(&point.w)?;
        Ok((x.div(&w)?, y.div(&w)?, z.div(&w)?))
    }

    fn pair(&self, [a, b]: &[ExactPoint; 2], weight: Option<&Exact>) -> PyResult<Weighted<'py>> {
        Ok((self.point(a)?, self.point(b)?, weight.map(|weight| self.number(weight)).transpose()?))
    }
}

/// The status, a direction, and pairs of vertices with their weights; none if a body has no exact answers.
#[pyfunction]
pub fn certify<'py>(
    py: Python<'py>,
    a: GivenBody<'py>,
    b: GivenBody<'py>,
    b_in_a: Option<&Bound<'py, PyAny>>,
    pose_a: Option<&Bound<'py, PyAny>>,
    pose_b: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<(i8, Option<Vector<'py>>, Pairs<'py>)>> {
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    let Some(proof) = question::certify(&Pair::new(&a, &b, &frames)?)? else { return Ok(None) };
    let fractions = Fractions::new(py)?;
    let status = status_number(proof.status());
    let weighted = |pairs: &[([ExactPoint; 2], Exact)]| {
        pairs.iter().map(|(pair, weight)| fractions.pair(pair, Some(weight))).collect::<PyResult<Pairs<'py>>>()
    };
    Ok(Some(match &proof {
        Certificate::Separated { direction } => (status, Some(fractions.vector(direction)?), Vec::new()),
        Certificate::Touching { direction, pairs } => (status, Some(fractions.vector(direction)?), weighted(pairs)?),
        Certificate::Surrounded { pairs } => {
            let pairs = pairs.iter().map(|pair| fractions.pair(pair, None)).collect::<PyResult<_>>()?;
            (status, None, pairs)
        }
        Certificate::Reaching { pairs } => (status, None, weighted(pairs)?),
    }))
}
