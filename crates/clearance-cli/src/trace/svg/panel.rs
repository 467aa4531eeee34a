//! One of the small pictures: coordinates of the plane on a sheet, marks, and labels that keep clear of one another.

use std::fmt::Write;

use clearance_pages::outline::Place;

/// A point of the sheet, y downwards.
type Spot = [f64; 2];

/// The size of the drawing in a panel.
pub const SIZE: [f64; 2] = [308.0, 250.0];

/// Room around what is drawn, for labels.
const MARGIN: f64 = 34.0;

/// The part of the plane that a panel shows.
#[derive(Clone, Copy)]
pub struct Window {
    middle: [f64; 2],
    /// Length on the sheet of one unit of the plane.
    scale: f64,
}

impl Window {
    /// Shows all of these places.
    pub fn of(places: impl Iterator<Item = Place>) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for place in places {
            for i in 0..2 {
                low[i] = low[i].min(place[i]);
                high[i] = high[i].max(place[i]);
            }
        }
        let room = |i: usize| (SIZE[i] - 2.0 * MARGIN) / (high[i] - low[i]);
        let scale = room(0).min(room(1));
        // One point alone has no size.
        let scale = if scale.is_finite() { scale } else { 1.0 };
        Window { middle: [0, 1].map(|i| low[i] / 2.0 + high[i] / 2.0), scale }
    }

    /// The length on the sheet of a length of the plane.
    pub fn length(&self, length: f64) -> f64 {
        length * self.scale
    }
}

/// A picture in the making.
pub struct Panel {
    window: Window,
    marks: String,
    labels: String,
    taken: Vec<[f64; 4]>,
}

impl Panel {
    /// An empty picture of a window.
    pub fn new(window: Window) -> Self {
        Panel { window, marks: String::new(), labels: String::new(), taken: Vec::new() }
    }

    /// Where a place of the plane is on the sheet.
    pub fn spot(&self, place: Place) -> Spot {
        let Window { middle, scale } = self.window;
        [SIZE[0] / 2.0 + (place[0] - middle[0]) * scale, SIZE[1] / 2.0 - (place[1] - middle[1]) * scale]
    }

    /// An outline, or a line if it has two corners, or a disc if it has one.
    pub fn outline(&mut self, class: &str, places: &[Place]) {
        let spots: Vec<Spot> = places.iter().map(|&place| self.spot(place)).collect();
        let path: Vec<String> = spots.iter().map(|[x, y]| format!("{x:.2} {y:.2}")).collect();
        let _ = match spots[..] {
            [[x, y]] => writeln!(self.marks, r#"<circle class="{class}" cx="{x:.2}" cy="{y:.2}" r="2.5"/>"#),
            _ => writeln!(self.marks, r#"<path class="{class}" d="M{}Z"/>"#, path.join(" L")),
        };
    }

    /// A disc on a place.
    pub fn disc(&mut self, class: &str, place: Place, radius: f64) {
        let [x, y] = self.spot(place);
        let _ = writeln!(self.marks, r#"<circle class="{class}" cx="{x:.2}" cy="{y:.2}" r="{radius:.2}"/>"#);
        self.taken.push([x - 5.0, y - 5.0, x + 5.0, y + 5.0]);
    }

    /// The cross of the origin.
    pub fn origin(&mut self) {
        let [x, y] = self.spot([0.0; 3]);
        let _ = writeln!(self.marks, r#"<path class="origin" d="M{:.2} {y:.2}h14m-7 -7v14"/>"#, x - 7.0);
        self.taken.push([x - 7.0, y - 7.0, x + 7.0, y + 7.0]);
    }

    /// The line through a place that is perpendicular to a direction, from border to border.
    pub fn line(&mut self, class: &str, through: Place, normal: Place) {
        let [x, y] = self.spot(through);
        let along = [normal[1], normal[0]];
        // How far the panel reaches along the line, both ways.
        let reach = |sign: f64| {
            let to = |at: f64, step: f64, size: f64| match sign * step {
                step if step > 0.0 => (size - at) / step,
                step if step < 0.0 => -at / step,
                _ => f64::INFINITY,
            };
            sign * to(x, along[0], SIZE[0]).min(to(y, along[1], SIZE[1])).max(0.0)
        };
        let [from, to] = [reach(-1.0), reach(1.0)].map(|t| [x + t * along[0], y + t * along[1]]);
        let _ = writeln!(
            self.marks,
            r#"<path class="{class}" d="M{:.2} {:.2} L{:.2} {:.2}"/>"#,
            from[0], from[1], to[0], to[1]
        );
    }

    /// An arrow between two places.
    pub fn arrow(&mut self, from: Place, to: Place) {
        let (from, to) = (self.spot(from), self.spot(to));
        let step = [to[0] - from[0], to[1] - from[1]];
        let length = step[0].hypot(step[1]);
        if length < 1.0 {
            return;
        }
        let [x, y] = step.map(|s| s / length);
        // Short arrows have short heads.
        let head = length.min(9.0);
        let base = [to[0] - x * head, to[1] - y * head];
        let half = head * 0.42;
        let _ = writeln!(
            self.marks,
            r#"<path class="arrow" d="M{:.2} {:.2} L{:.2} {:.2}"/><path class="tip" d="M{:.2} {:.2} L{:.2} {:.2} L{:.2} {:.2}Z"/>"#,
            from[0],
            from[1],
            base[0],
            base[1],
            to[0],
            to[1],
            base[0] - y * half,
            base[1] + x * half,
            base[0] + y * half,
            base[1] - x * half,
        );
    }

    /// A text in the middle of a place.
    pub fn text(&mut self, text: &str, place: Place) {
        let [x, y] = self.spot(place);
        let _ = writeln!(
            self.labels,
            r#"<text class="halo" x="{x:.1}" y="{:.1}" text-anchor="middle">{text}</text>"#,
            y + 4.5
        );
    }

    /// A label beside a place, on the side away from `centre` if there is room.
    pub fn label(&mut self, text: &str, place: Place, centre: Place) {
        let ([x, y], [cx, cy]) = (self.spot(place), self.spot(centre));
        let away = (y - cy).atan2(x - cx);
        let [width, height] = [7.5 * text.chars().count() as f64 + 2.0, 14.0];
        let mut best = ([0.0; 4], f64::INFINITY);
        for turn in [0, 1, -1, 2, -2, 3, -3, 4] {
            for far in [8.0, 18.0] {
                let angle = away + f64::from(turn) * std::f64::consts::FRAC_PI_4;
                let (dx, dy) = (angle.cos(), angle.sin());
                let middle = [x + dx * (far + width / 2.0), y + dy * (far + height / 2.0)];
                let bounds = [
                    middle[0] - width / 2.0,
                    middle[1] - height / 2.0,
                    middle[0] + width / 2.0,
                    middle[1] + height / 2.0,
                ];
                let cost = self.cost(&bounds) + f64::from(turn).abs() + far / 8.0;
                if cost < best.1 {
                    best = (bounds, cost);
                }
            }
        }
        let bounds = best.0;
        let (mx, my) = ((bounds[0] + bounds[2]) / 2.0, (bounds[1] + bounds[3]) / 2.0 + 4.5);
        let _ =
            writeln!(self.labels, r#"<text class="halo" x="{mx:.1}" y="{my:.1}" text-anchor="middle">{text}</text>"#);
        self.taken.push(bounds);
    }

    /// What a label there would cover: other labels, marks, the border.
    fn cost(&self, bounds: &[f64; 4]) -> f64 {
        let meets = |other: &&[f64; 4]| {
            bounds[0] < other[2] && other[0] < bounds[2] && bounds[1] < other[3] && other[1] < bounds[3]
        };
        let outside = bounds[0] < 0.0 || bounds[1] < 0.0 || bounds[2] > SIZE[0] || bounds[3] > SIZE[1];
        100.0 * self.taken.iter().filter(meets).count() as f64 + if outside { 1000.0 } else { 0.0 }
    }

    /// The picture: marks first, labels over them.
    pub fn finish(self) -> String {
        self.marks + &self.labels
    }
}
