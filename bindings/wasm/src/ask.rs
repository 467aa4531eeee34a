//! Lines of the formats: pair cases, and what an algorithm does on one.

use clearance_pages::trace::{of_case, record_core};
use clearance_scene::{CaseLine, Settings, WarmStarts, answer, error_line, result_line};

use crate::library::{Answer, Answered, Given, Library, Space};

impl Library {
    /// The result line of a line of pair cases, or its error line. Input: the line.
    pub fn answer(&self, mut given: Given) -> Answered {
        let line = given.text()?;
        let (files, settings) = (self.mesh_files(), Settings::default());
        let case = CaseLine::parse(&line);
        let answered = case.as_ref().map_err(Clone::clone);
        let answered = answered.and_then(|case| answer(case, &files, &settings, &mut WarmStarts::default()));
        Ok(Answer::Text(match (&case, answered) {
            (Ok(case), Ok(found)) => result_line(case, &found),
            (case, Err(error)) => error_line(case.as_ref().ok(), &error),
            (Err(error), Ok(_)) => error_line(None, error),
        }))
    }

    /// What the core does on a case, as the page of traces shows it. Input: the line of the case.
    pub fn trace(&self, mut given: Given) -> Answered {
        let line = given.text()?;
        let files = self.mesh_files();
        let about = || ("core".to_string(), "the library's own solver".to_string());
        let trace = CaseLine::parse(&line).and_then(|case| match case.dimension()? {
            #[cfg(feature = "plane")]
            2 => of_case::<clearance::Vec2<f64>>(&case, &files, about(), record_core),
            _ => of_case::<Space>(&case, &files, about(), record_core),
        });
        let trace = trace.map_err(|error| error.to_string())?;
        serde_json::to_string(&trace).map(Answer::Text).map_err(|error| error.to_string())
    }
}
