//! The paper's Figures 9, 12 and 15 as SVG charts.

use std::path::Path;

use anyhow::{Context, anyhow};
use clearance_classic::comparison::{Contender, Cost};
use plotters::prelude::*;

use super::Table;

const SIZE: (u32, u32) = (760, 460);
/// Okabe and Ito's colours, which colour-blind people distinguish, on white.
const COLORS: [RGBColor; 5] =
    [RGBColor(213, 94, 0), RGBColor(230, 159, 0), RGBColor(0, 114, 178), RGBColor(0, 158, 115), RGBColor(70, 70, 70)];

/// All charts of the two tables, into a folder that is made if it is not there.
pub fn write(folder: &Path, tables: &[Table; 2]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let [rest, moving] = tables;
    let time = |cost: &Cost| cost.time * 1e6;
    let share = |cost: &Cost| 100.0 * cost.support_time / cost.time;
    let (above, below) = (SeriesLabelPosition::UpperLeft, SeriesLabelPosition::LowerRight);
    let titles = ["Pairs at rest (Figure 12)", "µs for a query"];
    lines(&folder.join("at-rest.svg"), rest, titles, above.clone(), time)?;
    let titles = ["A body on the move (Table 3)", "µs for a query"];
    lines(&folder.join("on-the-move.svg"), moving, titles, above, time)?;
    let titles = ["Time in the support function, at rest (Figure 9)", "% of the time of a query"];
    lines(&folder.join("support-share.svg"), rest, titles, below, share)?;
    profile(&folder.join("profile.svg"), moving)
}

/// A line over the number of vertices for each contender.
fn lines(
    path: &Path,
    table: &Table,
    [title, unit]: [&str; 2],
    legend: SeriesLabelPosition,
    value: fn(&Cost) -> f64,
) -> anyhow::Result<()> {
    let points = |contender: Contender| {
        let of_row = |row: &super::Row| {
            let cost = row.costs.iter().find(|cost| cost.contender == contender)?;
            Some(((row.counts[0] + row.counts[1]) as f64, value(cost)))
        };
        table.rows.iter().filter_map(of_row).collect::<Vec<_>>()
    };
    let all: Vec<(f64, f64)> = Contender::ALL.into_iter().flat_map(points).collect();
    let top = all.iter().fold((1.0f64, f64::MIN_POSITIVE), |top, p| (top.0.max(p.0), top.1.max(p.1)));
    let draw = || -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let area = SVGBackend::new(path, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 20))
            .margin(14)
            .x_label_area_size(44)
            .y_label_area_size(58)
            .build_cartesian_2d(0.0..top.0 * 1.02, 0.0..top.1 * 1.08)?;
        chart
            .configure_mesh()
            .x_desc("vertices of both bodies")
            .y_desc(unit)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .light_line_style(WHITE)
            .axis_desc_style(("sans-serif", 14))
            .label_style(("sans-serif", 13))
            .draw()?;
        for (contender, color) in Contender::ALL.into_iter().zip(COLORS) {
            let style = color.stroke_width(2);
            chart
                .draw_series(LineSeries::new(points(contender), style).point_size(3))?
                .label(contender.name())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], style));
        }
        chart
            .configure_series_labels()
            .position(legend.clone())
            .margin(12)
            .label_font(("sans-serif", 13))
            .background_style(WHITE.mix(0.85))
            .draw()?;
        area.present()
    };
    draw().map_err(|error| anyhow!("{}: cannot be drawn: {error}", path.display()))
}

/// The run-time profile of the largest bodies on the move: a bar for each contender, its support function the darker
/// part.
fn profile(path: &Path, table: &Table) -> anyhow::Result<()> {
    let Some(row) = table.rows.last() else { return Ok(()) };
    let longest = row.costs.iter().fold(f64::MIN_POSITIVE, |longest, cost| longest.max(cost.time));
    let title = format!("Shares of the time on the move, {}/{} vertices (Figure 15)", row.counts[0], row.counts[1]);
    let draw = || -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let area = SVGBackend::new(path, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let names: Vec<&str> = row.costs.iter().map(|cost| cost.contender.name()).collect();
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 20))
            .margin(14)
            .x_label_area_size(44)
            .y_label_area_size(58)
            .build_cartesian_2d((0..names.len() - 1).into_segmented(), 0.0..longest * 1e6 * 1.08)?;
        let name = |place: &SegmentValue<usize>| match place {
            SegmentValue::CenterOf(i) => names.get(*i).copied().unwrap_or("").to_string(),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_label_formatter(&name)
            .y_desc("µs for a query: support function dark, the rest light")
            .light_line_style(WHITE)
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 14))
            .draw()?;
        for (i, (cost, color)) in row.costs.iter().zip(COLORS).enumerate() {
            let (whole, support) = (cost.time * 1e6, cost.support_time * 1e6);
            let bar = |low: f64, high: f64, style: ShapeStyle| {
                let corners = [(SegmentValue::Exact(i), low), (SegmentValue::Exact(i + 1), high)];
                let mut bar = Rectangle::new(corners, style);
                bar.set_margin(0, 0, 18, 18);
                bar
            };
            chart.draw_series([bar(0.0, whole, color.mix(0.4).filled()), bar(0.0, support, color.filled())])?;
        }
        area.present()
    };
    draw().map_err(|error| anyhow!("{}: cannot be drawn: {error}", path.display()))
}
