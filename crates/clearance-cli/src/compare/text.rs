//! Tables for the terminal: the first column to the left, the others to the right.

/// Lines of cells under a head, each column as wide as its widest cell.
pub fn aligned(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        format!("{}\n", padded.collect::<Vec<_>>().join("   ").trim_end())
    };
    let rows = rows.iter().map(|row| line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    line(head) + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["8/8", "1.5"], ["250/300", "12.25"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(aligned(&["vertices", "µs"], &rows), "vertices      µs\n8/8          1.5\n250/300    12.25\n");
    }
}
