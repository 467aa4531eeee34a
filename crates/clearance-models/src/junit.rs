//! Reports for continuous integration, in the format of JUnit.

/// What came of a test.
pub(crate) enum Verdict {
    Passed,
    Failed {
        message: String,
        details: String,
    },
    /// It could not be made.
    Error(String),
}

/// A test with a name.
pub(crate) struct TestCase {
    pub name: String,
    pub verdict: Verdict,
}

/// The report of a suite.
pub(crate) fn junit(suite: &str, cases: &[TestCase]) -> String {
    let count = |is: fn(&Verdict) -> bool| cases.iter().filter(|case| is(&case.verdict)).count();
    let failures = count(|verdict| matches!(verdict, Verdict::Failed { .. }));
    let errors = count(|verdict| matches!(verdict, Verdict::Error(_)));
    let suite = escaped(suite);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{suite}\" tests=\"{}\" failures=\"{failures}\" \
         errors=\"{errors}\">\n",
        cases.len(),
    );
    for case in cases {
        let start = format!("  <testcase classname=\"{suite}\" name=\"{}\"", escaped(&case.name));
        text += &match &case.verdict {
            Verdict::Passed => format!("{start}/>\n"),
            Verdict::Failed { message, details } => {
                let (message, details) = (escaped(message), escaped(details));
                format!("{start}><failure message=\"{message}\">{details}</failure></testcase>\n")
            }
            Verdict::Error(what) => format!("{start}><error message=\"{}\"/></testcase>\n", escaped(what)),
        };
    }
    text + "</testsuite>\n"
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\n', " ")
}
