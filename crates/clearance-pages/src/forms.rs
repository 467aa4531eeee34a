//! What bodies look like: each form once, by its sizes where these say all, else as triangles. What is drawn is
//! rounded, what is written is not.

use std::collections::HashMap;

use clearance::{Pose, Real, Shape, Space, SupportExt};
use clearance_world::Body;
use serde::{Serialize, Serializer};

use crate::fill::{pose_numbers, seven};
use crate::outline::{Solid, place, smooth_body, surface};
use crate::packed::Packed;

/// Forms that bodies share.
#[derive(Default)]
pub struct Forms {
    list: Vec<Form>,
    /// Where the form of a text is in the list.
    known: HashMap<String, usize>,
}

/// A part of a body: a form, where it is in the body's frame if not at its origin.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// The form at the origin of the body.
    Here(usize),
    /// The form at the pose `x y z qw qx qy qz`.
    At(usize, [f32; 7]),
}

/// What a page can draw.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Form {
    Box { half: [f32; 3] },
    Ellipsoid { radii: [f32; 3] },
    Capsule { a: [f32; 3], b: [f32; 3], radius: f32 },
    Cylinder { radius: f32, half: f32, axis: usize },
    Cone { radius: f32, half: f32, axis: usize },
    Solid(Packed),
}

impl Serialize for Forms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl Forms {
    /// The parts of a body, curved ones of `over` points each if their kind does not say how to draw them; none of a
    /// halfspace.
    pub fn parts<V: Space>(&mut self, body: &Body<V>, over: usize) -> Vec<Part> {
        match body {
            Body::Convex(shape) => vec![self.part(shape, &Pose::IDENTITY, over)],
            Body::Compound(compound) => {
                compound.posed_parts().iter().map(|(shape, pose)| self.part(shape, pose, over)).collect()
            }
            Body::Mesh(mesh) => vec![Part::Here(self.solid(&surface(mesh.vertices(), mesh.triangles())))],
            Body::Many(parts) => {
                let (vertices, triangles) = parts.triangles();
                vec![Part::Here(self.solid(&surface(&vertices, &triangles)))]
            }
            _ => Vec::new(),
        }
    }

    /// Triangles at a pose.
    pub fn triangles<V: Space>(&mut self, (corners, triangles): (&[V], &[[u32; 3]]), pose: &Pose<V>) -> Part {
        let form = self.solid(&surface(corners, triangles));
        if *pose == Pose::IDENTITY { Part::Here(form) } else { Part::At(form, seven(&pose_numbers(pose))) }
    }

    /// A shape at a pose.
    pub fn part<V: Space>(&mut self, shape: &Shape<V>, pose: &Pose<V>, over: usize) -> Part {
        if let Shape::Posed(inner) = shape
            && *pose == Pose::IDENTITY
        {
            return self.part(inner.shape(), inner.pose(), over);
        }
        let form = match known_form(shape) {
            Some(form) => self.put(form),
            None => self.solid(&smooth_body(shape, &Pose::IDENTITY, over)),
        };
        if *pose == Pose::IDENTITY { Part::Here(form) } else { Part::At(form, seven(&pose_numbers(pose))) }
    }

    fn solid(&mut self, solid: &Solid) -> usize {
        self.put(Form::Solid(Packed::new(solid)))
    }

    fn put(&mut self, form: Form) -> usize {
        // A form has no map with keys that are no strings, which is all that serialisation refuses.
        let text = serde_json::to_string(&form).unwrap_or_default();
        let next = self.list.len();
        let place = *self.known.entry(text).or_insert(next);
        if place == next {
            self.list.push(form);
        }
        place
    }
}

/// Whether a shape is drawn from points on it.
pub fn is_sampled<V: Space>(shape: &Shape<V>) -> bool {
    known_form(shape).is_none() && (shape.vertex_count() == 0 || shape.radius() > V::Scalar::ZERO)
}

/// The form of a shape of space whose sizes say all.
fn known_form<V: Space>(shape: &Shape<V>) -> Option<Form> {
    if V::DIM != 3 {
        return None;
    }
    let number = |x: V::Scalar| x.to_f64() as f32;
    let three = |v: V| place(v).map(|x| x as f32);
    Some(match shape {
        Shape::Ball(ball) => Form::Ellipsoid { radii: [number(ball.radius()); 3] },
        Shape::Cuboid(cuboid) => Form::Box { half: three(cuboid.half_extents()) },
        Shape::Ellipsoid(ellipsoid) => Form::Ellipsoid { radii: three(ellipsoid.radii()) },
        Shape::Capsule(capsule) => {
            let (a, b) = (capsule.segment().a(), capsule.segment().b());
            Form::Capsule { a: three(a), b: three(b), radius: number(capsule.radius()) }
        }
        Shape::Cylinder(it) => {
            Form::Cylinder { radius: number(it.base_radius()), half: number(it.half_length()), axis: it.axis() }
        }
        Shape::Cone(it) => {
            Form::Cone { radius: number(it.base_radius()), half: number(it.half_length()), axis: it.axis() }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Ball, Cuboid, Pose3, Shape3, Vec3};

    #[test]
    fn equal_shapes_are_one_form_wherever_they_are() {
        let brick: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(0.5, 0.25, 0.125)).unwrap().into();
        let ball: Shape3<f64> = Ball::new(0.5).unwrap().into();
        let aside = Pose3::from_translation(Vec3::new(1.0, 2.0, 3.0)).unwrap();
        let compound =
            Body::compound([(brick.clone(), Pose3::IDENTITY), (brick.clone(), aside), (ball, aside)]).unwrap();
        let mut forms = Forms::default();
        let parts = forms.parts(&compound, 60);
        let single = forms.parts(&Body::new(brick), 60);
        let text = |parts: &[Part]| serde_json::to_string(parts).unwrap();
        assert_eq!(text(&parts), "[0,[0,[1.0,2.0,3.0,1.0,0.0,0.0,0.0]],[1,[1.0,2.0,3.0,1.0,0.0,0.0,0.0]]]");
        assert_eq!(text(&single), "[0]");
        let forms = serde_json::to_string(&forms).unwrap();
        assert_eq!(forms, r#"[{"kind":"box","half":[0.5,0.25,0.125]},{"kind":"ellipsoid","radii":[0.5,0.5,0.5]}]"#);
    }
}
