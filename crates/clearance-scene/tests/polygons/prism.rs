//! A polygon with a height, turned, as a file.

use clearance::math::Vector;
use clearance::{Pose3, Rotor3, Vec2, Vec3};
use clearance_scene::mesh::Format;
use clearance_testkit::random::Random;

use super::outline::Outline;

pub struct Prism {
    outline: Outline,
    height: f64,
    pose: Pose3<f64>,
}

/// A face: its outline and its holes.
type Face = (Vec<usize>, Vec<Vec<usize>>);

impl Prism {
    pub fn random(outline: Outline, random: &mut Random) -> Self {
        let axis = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
        let turned = Rotor3::from_axis_angle(axis, random.uniform(0.0, 6.0)).unwrap();
        let pose = Pose3::new(turned, Vec3::from_fn(|_| random.uniform(-5.0, 5.0))).unwrap();
        Prism { outline, height: random.uniform(0.2, 2.0), pose }
    }

    pub fn volume(&self) -> f64 {
        self.outline.area() * self.height
    }

    /// A length that no coordinate is above.
    pub fn size(&self) -> f64 {
        20.0
    }

    /// A point about the prism, and its signed distance.
    pub fn point(&self, random: &mut Random) -> (Vec3<f64>, f64) {
        let [low, high] = [f64::min, f64::max].map(|pick| {
            let of = |axis: fn(&Vec2<f64>) -> f64| self.outline.outer.iter().map(axis).reduce(pick).unwrap();
            Vec2::new(of(|v| v.x), of(|v| v.y))
        });
        let flat = Vec2::new(random.uniform(low.x - 0.5, high.x + 0.5), random.uniform(low.y - 0.5, high.y + 0.5));
        let z = random.uniform(-0.5, self.height + 0.5);
        let (across, above) = (self.outline.signed_distance(flat), (-z).max(z - self.height));
        let distance = if across > 0.0 && above > 0.0 { across.hypot(above) } else { across.max(above) };
        (self.pose.point(Vec3::new(flat.x, flat.y, z)), distance)
    }

    /// The prism as a file, each face from any of its corners; files of COLLADA have holes, others have bridges.
    pub fn file(&self, format: Format, random: &mut Random) -> String {
        let count: usize = self.outline.rings().map(Vec::len).sum();
        let points = self.outline.rings().flatten();
        let at = |z: f64| points.clone().map(move |p| self.pose.point(Vec3::new(p.x, p.y, z)));
        let vertices: Vec<Vec3<f64>> = at(0.0).chain(at(self.height)).collect();
        let mut faces = self.walls(count);
        let upper = self.cap(format != Format::Dae);
        let turned = |ring: &Vec<usize>| ring.iter().rev().map(|&corner| corner - count).collect();
        faces.push((turned(&upper.0), upper.1.iter().map(turned).collect()));
        faces.push(upper);
        for (outline, _) in &mut faces {
            let first = random.below(outline.len());
            outline.rotate_left(first);
        }
        match format {
            Format::Obj => obj(&vertices, &faces),
            Format::Ply => ply(&vertices, &faces),
            _ => dae(&vertices, &faces),
        }
    }

    /// A quadrilateral for each side.
    fn walls(&self, count: usize) -> Vec<Face> {
        let (mut faces, mut first) = (Vec::new(), 0);
        for ring in self.outline.rings() {
            for i in 0..ring.len() {
                let [a, b] = [first + i, first + (i + 1) % ring.len()];
                faces.push((vec![a, b, b + count, a + count], Vec::new()));
            }
            first += ring.len();
        }
        faces
    }

    /// The upper face, with holes or with bridges to them.
    fn cap(&self, bridged: bool) -> Face {
        let lengths: Vec<usize> = self.outline.rings().map(Vec::len).collect();
        let count: usize = lengths.iter().sum();
        let first = |ring: usize| count + lengths[..ring].iter().sum::<usize>();
        let ring = |ring: usize| (first(ring)..first(ring) + lengths[ring]).collect::<Vec<usize>>();
        let holes: Vec<Vec<usize>> = (1..lengths.len()).map(ring).collect();
        if !bridged {
            return (ring(0), holes);
        }
        let mut outline = Vec::new();
        for (place, corner) in ring(0).into_iter().enumerate() {
            outline.push(corner);
            for (hole, bridge) in holes.iter().zip(&self.outline.bridges).filter(|(_, bridge)| bridge[0] == place) {
                outline.extend((0..=hole.len()).map(|i| hole[(bridge[1] + i) % hole.len()]));
                outline.push(corner);
            }
        }
        (outline, Vec::new())
    }
}

fn obj(vertices: &[Vec3<f64>], faces: &[Face]) -> String {
    let points: String = vertices.iter().map(|v| format!("v {} {} {}\n", v.x, v.y, v.z)).collect();
    let corner = |corner: &usize| format!(" {}", corner + 1);
    points + &faces.iter().map(|(outline, _)| format!("f{}\n", words(outline, corner))).collect::<String>()
}

fn ply(vertices: &[Vec3<f64>], faces: &[Face]) -> String {
    let head = format!(
        "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\nelement \
         face {}\nproperty list uint uint vertex_indices\nend_header\n",
        vertices.len(),
        faces.len()
    );
    let points: String = vertices.iter().map(|v| format!("{} {} {}\n", v.x, v.y, v.z)).collect();
    let corner = |corner: &usize| format!(" {corner}");
    let face = |(outline, _): &Face| format!("{}{}\n", outline.len(), words(outline, corner));
    head + &points + &faces.iter().map(face).collect::<String>()
}

fn dae(vertices: &[Vec3<f64>], faces: &[Face]) -> String {
    let corner = |corner: &usize| format!("{corner} ");
    let face = |(outline, holes): &Face| {
        let list = |name: &str, ring: &Vec<usize>| format!("<{name}>{}</{name}>", words(ring, corner));
        match &holes[..] {
            [] => list("p", outline),
            _ => {
                let holes: String = holes.iter().map(|hole| list("h", hole)).collect();
                format!("<ph>{}{holes}</ph>", list("p", outline))
            }
        }
    };
    let faces: String = faces.iter().map(face).collect();
    let (numbers, count) = (words(vertices, |v| format!("{} {} {} ", v.x, v.y, v.z)), vertices.len());
    format!(
        "<COLLADA><library_geometries><geometry id=\"g\"><mesh><source id=\"s\"><float_array id=\"f\">{numbers}\
         </float_array><technique_common><accessor source=\"#f\" count=\"{count}\" stride=\"3\"/></technique_common>\
         </source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices><polygons><input \
         semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>{faces}</polygons></mesh></geometry></library_geometries>\
         <library_visual_scenes><visual_scene id=\"m\"><node><instance_geometry url=\"#g\"/></node></visual_scene>\
         </library_visual_scenes><scene><instance_visual_scene url=\"#m\"/></scene></COLLADA>"
    )
}

fn words<T>(all: &[T], word: impl Fn(&T) -> String) -> String {
    all.iter().map(word).collect()
}
