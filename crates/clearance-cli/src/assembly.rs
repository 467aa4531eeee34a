//! `clearance assembly`: the distances of all pairs of parts, and whether they are what they are to be.

use crate::status::Status;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use clearance_models::bands::{Band, Bands, Finding, Report, Unit, csv, digits, json, junit};
use clearance_pages::ScenePage;
use clearance_scene::AnyStage;

use crate::cad::{ReadCad, positive};
use crate::output::{Output, write_whole};
use crate::page::PageOptions;
use crate::read_as::ReadMeshes;
use crate::report::padded;
use crate::terminal::{say, say_notes};

/// Check the clearances of an assembly: which parts clash, touch, are too near or too far, with proven bounds
///
/// FILE is STEP, IGES or BREP (read by the Python package clearance with its extra cad), 3MF, glTF or a scene in JSON.
/// The bounds are those of the solids, not of their triangles. --bands FILE says what distances are to be:
/// {"default": {"min": "0.5mm"}, "pairs": [{"a": "shaft*", "b": "bearing*", "min": 0, "max": "0.05mm", "contact":
/// true}], "ignore": [["screw*", "*"]], "tolerance": "0.01mm"}; without it, only overlaps fail.
///
/// Exit status: 0 all pairs are as they are to be; 1 some parts cannot be read; 3 some pairs clash, are too near, too
/// far or undecided, or there is no pair.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Assembly {
    /// The assembly
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// What distances are to be
    #[arg(long, value_name = "FILE")]
    bands: Option<PathBuf>,
    /// Report only pairs within this distance, such as 5mm, and those that have a largest one
    #[arg(long, value_name = "LENGTH", value_parser = positive)]
    within: Option<f64>,
    /// The unit of the report
    #[arg(long, value_enum, default_value = "mm")]
    unit: ReportUnit,
    /// Write all pairs: .csv or .json
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a report for continuous integration, in the format of JUnit
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print one JSON object for each pair
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cad: ReadCad,
    #[command(flatten)]
    meshes: ReadMeshes,
    #[command(flatten)]
    page: PageOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum ReportUnit {
    M,
    Mm,
    Um,
    In,
}

impl From<ReportUnit> for Unit {
    fn from(unit: ReportUnit) -> Self {
        match unit {
            ReportUnit::M => Unit::Metre,
            ReportUnit::Mm => Unit::Millimetre,
            ReportUnit::Um => Unit::Micrometre,
            ReportUnit::In => Unit::Inch,
        }
    }
}

/// The status if a pair is not as it is to be, as of `clearance assert`.
const NOT_HELD: u8 = 3;

/// Maximum number of pairs without fault that are printed; files have all.
const PRINTED: usize = 20;

impl Assembly {
    /// Reads, answers, prints and writes.
    pub fn run(self) -> anyhow::Result<Status> {
        let bands = self.bands.as_deref().map(Bands::from_file).transpose()?.unwrap_or_default();
        let write = self.output.as_deref().map(writer).transpose()?;
        let read = self.cad.scene(&self.input, self.meshes)?;
        say_notes(read.scene.notes());
        let stage = AnyStage::new(read.scene).map_err(|error| error.within(self.input.display()))?;
        let report = bands.report_of(&stage, self.within)?;
        let unit = Unit::from(self.unit);
        if !self.page.takes_output() {
            Output::open("-".as_ref(), &[])?.write(&self.text(&report, unit))?;
        }
        let inputs: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.bands.as_deref()).collect();
        if let (Some(path), Some(write)) = (&self.output, write) {
            write_whole(path, &inputs, write(&report, unit).as_bytes())?;
        }
        if let Some(path) = &self.junit {
            write_whole(path, &inputs, junit(&report, unit, &self.title()).as_bytes())?;
        }
        if self.page.wanted() {
            let mut page = ScenePage::of_stage(self.title(), &stage);
            page.add_report(&stage, &report, unit);
            self.page.write(&inputs, |made| page.html(made))?;
        }
        if report.findings.is_empty() {
            say("nothing to report: no pair of parts");
        }
        Ok(match () {
            _ if read.incomplete => Status(1),
            _ if report.holds() && !report.findings.is_empty() => Status::SUCCESS,
            _ => Status(NOT_HELD),
        })
    }

    fn title(&self) -> String {
        self.input.file_stem().map_or_else(|| "assembly".into(), |name| name.to_string_lossy().into_owned())
    }

    fn text(&self, report: &Report, unit: Unit) -> String {
        if self.json {
            return report.findings.iter().map(|found| found.json(unit).to_string() + "\n").collect();
        }
        let counts = Band::ALL.map(|band| (report.count(band), band.name()));
        let counts: Vec<String> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
        let head = format!("{} parts, {} pairs: {}\n", report.parts, report.findings.len(), counts.join(", "));
        let faults = report.findings.iter().filter(|found| !found.band.holds()).count();
        let printed = &report.findings[..report.findings.len().min(faults + PRINTED)];
        let name = unit.name();
        let columns = ["a", "b", "band", "from", "to", "expected", ""].map(String::from).to_vec();
        let lines: Vec<Vec<String>> =
            std::iter::once(columns).chain(printed.iter().map(|found| cells(found, unit))).collect();
        let more = match report.findings.len() - printed.len() {
            0 => String::new(),
            more => format!("and {more} more pairs that are as they are to be\n"),
        };
        format!("{head}distances in {name}\n{}{more}", padded(&lines))
    }
}

/// A pair in columns.
fn cells(found: &Finding, unit: Unit) -> Vec<String> {
    let shown = |metres: f64| digits(metres / unit.metres());
    let row = &found.row;
    let mut notes = Vec::new();
    if let Some(tessellation) = row.bodies.tessellation {
        let basis = if row.bodies.tessellation_proven == Some(true) { "" } else { ", stated" };
        notes.push(format!("tessellation {}{basis}", shown(tessellation)));
    }
    notes.extend(row.bodies.surface.then(|| "surface".to_string()));
    notes.extend(Some(found.common_volume(unit)).filter(|volume| !volume.is_empty()));
    let (a, b, expected) = (row.a.clone(), row.b.clone(), found.expected(unit));
    vec![a, b, found.band.name().into(), shown(row.lower), shown(row.upper), expected, notes.join(", ")]
}

/// Writes a report by the end of a file's name.
fn writer(path: &Path) -> anyhow::Result<fn(&Report, Unit) -> String> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Ok(csv),
        Some("json") => Ok(|report, unit| json(report, unit).to_string() + "\n"),
        _ => anyhow::bail!("{}: expected a name that ends with .csv or .json", path.display()),
    }
}
