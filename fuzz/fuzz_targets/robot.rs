//! libFuzzer's way into robots: URDF, and SRDF.

#![no_main]

use std::path::Path;

use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::{Robot, Srdf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Files of this machine are no part of the input.
    if text.contains("mesh") {
        return;
    }
    if let Ok(robot) = Robot::from_urdf(text, Path::new("/nowhere"), &UrdfOptions::default()) {
        assert!(!robot.links().is_empty() && robot.dof() <= robot.joints().len());
    }
    let _ = Srdf::parse(text);
});
