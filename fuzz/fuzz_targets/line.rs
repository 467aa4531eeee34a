//! libFuzzer's way into lines of cases: what is read is answered, and every answer is a line again.

#![no_main]

use clearance_scene::{CaseLine, MeshFiles, Precision, Settings, WarmStarts, answer, error_line, result_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Files of this machine are no part of the input.
    if text.contains("file") {
        return;
    }
    let Ok(case) = CaseLine::parse(text) else { return };
    for precision in [Precision::F64, Precision::F32] {
        let settings = Settings { precision, ..Settings::default() };
        let line = match answer(&case, &MeshFiles::relative_to("/nowhere"), &settings, &mut WarmStarts::default()) {
            Ok(result) => result_line(&case, &result),
            Err(error) => error_line(Some(&case), &error),
        };
        assert!(CaseLine::parse(&line).is_ok(), "{line}");
    }
});
