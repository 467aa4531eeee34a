//! Prints hashes of answers about a robot, a plan with its certificate, and meshes: `robot_bits [N]`.
//! `.ci/platforms` compares platforms.

use std::error::Error;
use std::path::Path as FilePath;

use clearance::{Pose3, Vec3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::edge::{Checker, EdgeOptions};
use clearance_robot::path::Path;
use clearance_robot::plan::{Goal, PlanOptions};
use clearance_robot::random::Random;
use clearance_robot::range::JointBox;
use clearance_robot::{Robot, RobotClearance, Srdf, Workcell};
use clearance_scene::mesh::read_mesh;
use clearance_world::{Body, Scene, TriangleMesh};

/// A hash of texts, in which numbers have all their digits: FNV-1a (G. Fowler, L. C. Noll and P. Vo 1991).
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &str) {
        self.0 = text.bytes().fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(1000), |text| text.parse::<usize>())?;
    let data = FilePath::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata"));
    let panda = data.join("robots/panda");
    let model = Robot::from_file(&panda.join("panda.urdf"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&panda.join("panda.srdf"))?);
    let world = model.robot.world_of_file(&panda.join("boxes.json"))?;
    let cell = Workcell::new(model, &world)?;
    let limits = JointBox::whole(cell.robot())?;
    let mut random = Random::new(1);
    let sides = limits.sides();
    let mut configuration = || sides.iter().map(|&[lower, upper]| random.between(lower, upper)).collect::<Vec<f64>>();

    let (mut hash, mut clearance) = (Hash::new(), RobotClearance::new(&cell)?);
    for _ in 0..count {
        hash.add(&format!("{:?}", clearance.gradient_at(&configuration())?));
    }
    println!("{count} clearances with gradients: {:016x}", hash.0);

    let (mut hash, checker) = (Hash::new(), Checker::new(&cell)?);
    for _ in 0..count.div_ceil(10) {
        let path = Path::through(&[configuration(), configuration()], sides.len())?;
        let (edge, certificate) = checker.certify(&path, &EdgeOptions::default());
        hash.add(&format!("{edge:?} {:?}", certificate.map(|certificate| certificate.to_line("edge"))));
    }
    println!("{} edges with certificates: {:016x}", count.div_ceil(10), hash.0);

    let start = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785, 0.02];
    let goal = [-1.5, start[1], start[2], start[3], start[4], start[5], start[6], start[7]];
    let mut found =
        checker.plan(&start, &Goal::at(goal.to_vec()), &PlanOptions { seed: 1, ..PlanOptions::default() })??;
    let mut hash = Hash::new();
    hash.add(&found.certify(&checker)?.to_line("plan"));
    println!("a plan with its certificate: {:016x}", hash.0);

    let mut hash = Hash::new();
    let [a, b] = ["meshes/mug.obj", "robots/panda/finger.stl"].map(|file| read_mesh(&data.join(file)));
    let [a, b] = [a?, b?].map(|mesh| TriangleMesh::new(&mesh.vertices, &mesh.triangles));
    let (a, b) = (Body::mesh(a?), Body::mesh(b?));
    for _ in 0..count.div_ceil(10) {
        let [x, y, z] = std::array::from_fn(|_| random.between(-0.1, 0.1));
        let pose = Pose3::from_translation(Vec3::new(x, y, z))?;
        let mut scene = Scene::new();
        let ids = [scene.add("a", a.clone())?, scene.add("b", b.clone().at(pose))?];
        hash.add(&format!("{:?}", scene.between(ids[0], ids[1])?.between));
    }
    println!("{} pairs of meshes: {:016x}", count.div_ceil(10), hash.0);
    Ok(())
}
