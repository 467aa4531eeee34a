//! parry3d: `engine-parry-f32 FILE`.

use parry3d as parry;

mod engine;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    engine::run()
}
