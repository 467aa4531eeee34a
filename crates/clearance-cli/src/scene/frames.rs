//! The frames of a scene, one after the other.

use std::path::Path;

use clearance_scene::{AnyStage, FrameLine, ReadError};

use crate::guard::guarded;
use crate::lines::Input;
use crate::progress::Progress;

/// Which frame a scene is in.
pub struct At {
    /// Its number; none for a scene without frames.
    pub frame: Option<usize>,
    /// Its time in seconds, if it has one.
    pub time: Option<f64>,
}

/// Moves the scene to each frame of a file and calls `show`, or once for a scene without frames; a line that cannot be
/// used moves nothing. Stops when `show` says so.
pub fn for_each_frame(
    path: Option<&Path>,
    stage: &mut AnyStage,
    mut show: impl FnMut(&mut AnyStage, Result<At, ReadError>) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let Some(path) = path else { return show(stage, Ok(At { frame: None, time: None })).map(|_| ()) };
    let (mut input, mut frame, mut errors) = (Input::open(path)?, 0, 0);
    let progress = Progress::of(input.size(), Path::new("-"));
    loop {
        let mut taken = 0;
        let Some(line) = input.next_line(&mut taken)? else { break };
        let moved = guarded(|| stage.apply(&FrameLine::parse(line.text()?)?)).and_then(|moved| moved);
        let at = moved.map(|time| At { frame: Some(frame), time });
        let place = |error: ReadError| error.within(format_args!("line {}", line.number)).within(input.name());
        errors += u64::from(at.is_err());
        if !show(stage, at.map_err(place))? {
            break;
        }
        frame += 1;
        progress.add(taken, frame as u64, errors);
    }
    progress.finish();
    Ok(())
}

/// The line of a frame without answers.
pub fn error_line(frame: usize, error: &ReadError) -> String {
    serde_json::json!({"frame": frame, "error": error.to_string()}).to_string()
}
