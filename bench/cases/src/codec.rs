//! Reading and writing of case files.

use std::fs;
use std::io;
use std::path::Path;

use crate::{Cell, Pair, Place, Solid, Truth};

const MAGIC: &[u8; 8] = b"cases001";

impl Solid {
    fn code(&self) -> (u32, Vec<f64>) {
        match self {
            Solid::Box(half) => (0, half.to_vec()),
            Solid::Ball(radius) => (1, vec![*radius]),
            Solid::Capsule { radius, half_length } => (2, vec![*radius, *half_length]),
            Solid::Cylinder { radius, half_length } => (3, vec![*radius, *half_length]),
            Solid::Cone { radius, half_length } => (4, vec![*radius, *half_length]),
            Solid::Ellipsoid(radii) => (5, radii.to_vec()),
            Solid::Hull { vertices, .. } => (6, vertices.concat()),
        }
    }

    fn corners(&self) -> Vec<u32> {
        if let Solid::Hull { triangles, .. } = self { triangles.concat() } else { Vec::new() }
    }

    fn decode(kind: u32, x: &[f64], corners: &[u32]) -> io::Result<Self> {
        Ok(match (kind, x) {
            (0, &[x, y, z]) => Solid::Box([x, y, z]),
            (1, &[radius]) => Solid::Ball(radius),
            (2, &[radius, half_length]) => Solid::Capsule { radius, half_length },
            (3, &[radius, half_length]) => Solid::Cylinder { radius, half_length },
            (4, &[radius, half_length]) => Solid::Cone { radius, half_length },
            (5, &[x, y, z]) => Solid::Ellipsoid([x, y, z]),
            (6, x) => Solid::Hull { vertices: x.as_chunks().0.to_vec(), triangles: corners.as_chunks().0.to_vec() },
            _ => return Err(bad("shape")),
        })
    }
}

impl Cell {
    /// Writes a case file.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut out = MAGIC.to_vec();
        let counts = [self.steps, self.shapes.len() as u32, self.pairs.len() as u32];
        put_integers(&mut out, &counts);
        for shape in &self.shapes {
            let ((kind, numbers), corners) = (shape.code(), shape.corners());
            put_integers(&mut out, &[kind, numbers.len() as u32]);
            put_numbers(&mut out, &numbers);
            put_integers(&mut out, &[corners.len() as u32]);
            put_integers(&mut out, &corners);
        }
        for pair in &self.pairs {
            put_integers(&mut out, &pair.shapes);
            for place in pair.places {
                put_numbers(&mut out, &place.rotation);
                put_numbers(&mut out, &place.translation);
            }
            put_numbers(&mut out, &[pair.truth.value, pair.truth.lower, pair.truth.upper]);
        }
        fs::write(path, out)
    }

    /// Reads a case file.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = fs::read(path)?;
        let mut input = Input(bytes.strip_prefix(MAGIC).ok_or_else(|| bad("first word"))?);
        let [steps, shapes, pairs] = input.integers()?;
        let shapes = (0..shapes).map(|_| input.solid()).collect::<io::Result<_>>()?;
        let pairs = (0..pairs).map(|_| input.pair()).collect::<io::Result<_>>()?;
        Ok(Cell { steps, shapes, pairs })
    }
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("case file has a bad {what}"))
}

fn put_integers(out: &mut Vec<u8>, values: &[u32]) {
    values.iter().for_each(|n| out.extend(n.to_le_bytes()));
}

fn put_numbers(out: &mut Vec<u8>, values: &[f64]) {
    values.iter().for_each(|x| out.extend(x.to_le_bytes()));
}

struct Input<'b>(&'b [u8]);

impl Input<'_> {
    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let (head, tail) = self.0.split_first_chunk().ok_or_else(|| bad("length"))?;
        self.0 = tail;
        Ok(*head)
    }

    fn integers<const N: usize>(&mut self) -> io::Result<[u32; N]> {
        let mut values = [0; N];
        for n in &mut values {
            *n = u32::from_le_bytes(self.take()?);
        }
        Ok(values)
    }

    fn numbers<const N: usize>(&mut self) -> io::Result<[f64; N]> {
        let mut values = [0.0; N];
        for x in &mut values {
            *x = f64::from_le_bytes(self.take()?);
        }
        Ok(values)
    }

    fn solid(&mut self) -> io::Result<Solid> {
        let [kind, count] = self.integers()?;
        let numbers = (0..count).map(|_| Ok(self.numbers::<1>()?[0])).collect::<io::Result<Vec<f64>>>()?;
        let [count] = self.integers()?;
        let corners = (0..count).map(|_| Ok(self.integers::<1>()?[0])).collect::<io::Result<Vec<u32>>>()?;
        Solid::decode(kind, &numbers, &corners)
    }

    fn place(&mut self) -> io::Result<Place> {
        Ok(Place { rotation: self.numbers()?, translation: self.numbers()? })
    }

    fn pair(&mut self) -> io::Result<Pair> {
        let shapes = self.integers()?;
        let places = [self.place()?, self.place()?];
        let [value, lower, upper] = self.numbers()?;
        Ok(Pair { shapes, places, truth: Truth { value, lower, upper } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_survives_its_file() {
        let place = Place { rotation: [0.1, -0.7, 0.1, 0.7], translation: [1.5, -2.25, 1e-300] };
        let truth = Truth { value: -0.1, lower: -0.1000001, upper: -0.0999999 };
        let shapes = vec![
            Solid::Hull { vertices: vec![[0.1, 0.2, 0.3], [4.0, -5.0, 6.5]], triangles: vec![[0, 1, 1]] },
            Solid::Cone { radius: 0.3, half_length: 0.7 },
            Solid::Box([0.25, 0.5, 0.75]),
        ];
        let cell = Cell { steps: 3, shapes, pairs: vec![Pair { shapes: [2, 1], places: [place, place], truth }; 6] };
        let path = std::env::temp_dir().join(format!("clearance-bench-cell-{}", std::process::id()));
        cell.write(&path).unwrap();
        let again = Cell::read(&path).unwrap();
        fs::write(&path, &fs::read(&path).unwrap()[..100]).unwrap();
        let cut = Cell::read(&path);
        fs::remove_file(&path).unwrap();
        assert_eq!(again, cell);
        assert_eq!(cut.unwrap_err().to_string(), "case file has a bad length");
    }
}
