//! Points and answers in Parquet, which Python's pyarrow turns into CSV and back.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::table::with_python;

/// `read FILE`: the columns that points are made of as CSV. `write`: CSV as a table.
const SCRIPT: &str = r#"
import sys
sys.path[:] = [place for place in sys.path if place]
try:
    import pyarrow, pyarrow.csv, pyarrow.parquet
except ImportError as error:
    sys.exit(f"Parquet needs pyarrow: pip install pyarrow, or name a Python that has it by CLEARANCE_PYTHON; {sys.executable}: {error}")
def read(path):
    names = pyarrow.parquet.read_schema(path).names
    wanted = [name for name in names if name.lower() in ("id", "x", "y", "z")] or names
    table = pyarrow.parquet.read_table(path, columns=wanted)
    for name in wanted:
        if name.lower() == "id" and any(len(str(value).splitlines()) > 1 for value in table[name].to_pylist()):
            sys.exit(f"column {name}: expected names of one line")
    pyarrow.csv.write_csv(table, sys.stdout.buffer)
def write():
    types = {"inside": pyarrow.bool_(), "unique": pyarrow.bool_(), "part": pyarrow.int64(), "body": pyarrow.string(), "error": pyarrow.string()}
    convert = pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True)
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    table = pyarrow.csv.read_csv(sys.stdin.buffer, parse_options=parse, convert_options=convert)
    out = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, out)
    sys.stdout.buffer.write(out.getvalue())
try:
    read(sys.argv[2]) if sys.argv[1] == "read" else write()
except (OSError, pyarrow.ArrowException) as error:
    sys.exit(str(error))
"#;

/// Whether a file is a table by its name.
pub fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// The columns `id`, `x`, `y` and `z` of a table as CSV.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = told(path, &|mut command| {
        command.args(["-c", SCRIPT, "read"]).arg(path).stdin(Stdio::null());
        command.output()
    })?;
    Ok(String::from_utf8(bytes)?)
}

/// CSV as the bytes of a table.
pub fn written(path: &Path, csv: &str) -> anyhow::Result<Vec<u8>> {
    told(path, &|mut command| {
        command.args(["-c", SCRIPT, "write"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // A process that has ended says why itself.
            let _ = input.write_all(csv.as_bytes());
        }
        child.wait_with_output()
    })
}

/// What Python wrote, or what it said of a file.
fn told(path: &Path, start: &dyn Fn(Command) -> io::Result<std::process::Output>) -> anyhow::Result<Vec<u8>> {
    let output = with_python("a table", "pyarrow", start)?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    let last = complaint.trim().lines().last().unwrap_or("ended without a word").to_string();
    if output.status.success() { Ok(output.stdout) } else { anyhow::bail!("{}: {last}", path.display()) }
}
