//! parry3d-f64: `engine-parry-f64 FILE`.

use parry3d_f64 as parry;

mod engine;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    engine::run()
}
