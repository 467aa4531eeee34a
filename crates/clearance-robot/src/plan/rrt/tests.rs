use super::*;

/// A point among discs in the square [0, 10]², with exact segment distances up to rounding.
struct Discs {
    discs: Vec<([f64; 2], f64)>,
    asked: u32,
    space: JointSpace,
}

impl Discs {
    /// A wall across the square with one door, between 7 and 8.
    fn wall() -> Self {
        let wall = (0..101).map(f64::from).map(|k| k / 10.0).filter(|y| !(7.0..=8.0).contains(y));
        Discs { discs: wall.map(|y| ([5.0, y], 0.1)).collect(), asked: 0, space: JointSpace::new(vec![[0.0, 10.0]; 2]) }
    }
}

impl Connector for Discs {
    fn space(&self) -> &JointSpace {
        &self.space
    }
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.asked += 1;
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        self.discs.iter().all(|(center, radius)| {
            let (px, py) = (center[0] - from[0], center[1] - from[1]);
            let square = dx * dx + dy * dy;
            let along = if square > 0.0 { ((px * dx + py * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
            (px - along * dx).hypot(py - along * dy) > *radius
        })
    }
}

const START: [f64; 2] = [1.3, 2.1];
const GOAL: [f64; 2] = [8.9, 1.7];

#[test]
fn a_path_leads_through_the_door_by_free_edges() {
    let mut discs = Discs::wall();
    let plan = rrt_connect(&mut discs, &START, &[GOAL.to_vec()], &PlanOptions::default()).unwrap();
    assert_eq!((plan.path[0].as_slice(), plan.path.last().unwrap().as_slice()), (&START[..], &GOAL[..]));
    for ends in plan.path.windows(2) {
        assert!(discs.is_free(&ends[0], &ends[1]));
    }
    // By the lower post of the door at (5, 6.9), grown by its radius: no path is shorter than 12.2.
    assert!(plan.length() > 12.2 && plan.length() < 13.5, "{}", plan.length());
}

#[test]
fn equal_seeds_give_equal_plans_and_others_do_not() {
    let plan = |seed| {
        let options = PlanOptions { seed, shortcuts: 3, ..PlanOptions::default() };
        rrt_connect(&mut Discs::wall(), &START, &[GOAL.to_vec()], &options).unwrap()
    };
    assert_eq!(plan(4), plan(4));
    assert_ne!(plan(4).path, plan(5).path);
}

#[test]
fn a_closed_wall_ends_at_the_limit() {
    let mut discs = Discs::wall();
    discs.discs.extend((0..11).map(|k| ([5.0, 7.0 + f64::from(k) / 10.0], 0.1)));
    let options = PlanOptions { max_iterations: 300, ..PlanOptions::default() };
    let Err(NoPlan::NotFound(effort)) = rrt_connect(&mut discs, &START, &[GOAL.to_vec()], &options) else { panic!() };
    assert_eq!((effort.iterations, effort.edges), (300, discs.asked));
}

/// A point in a cube of many dimensions that a plate across the middle leaves through a window only, where `x₁` is
/// large.
struct Plate(JointSpace);

const DIMENSIONS: usize = 20;

impl Connector for Plate {
    fn space(&self) -> &JointSpace {
        &self.0
    }
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        let t = from[0] / (from[0] - to[0]);
        !(0.0..=1.0).contains(&t) || from[1] + t * (to[1] - from[1]) > 1.0
    }
}

#[test]
fn robots_of_many_joints_find_their_way_after_an_edge_that_is_not_free() {
    let (mut start, mut goal) = ([0.1; DIMENSIONS], [-0.2; DIMENSIONS]);
    (start[0], goal[0]) = (-2.0, 2.0);
    let options = PlanOptions { max_iterations: 500, ..PlanOptions::default() };
    let plan =
        rrt_connect(&mut Plate(JointSpace::new(vec![[-3.0, 3.0]; DIMENSIONS])), &start, &[goal.to_vec()], &options)
            .unwrap();
    assert!(plan.path.len() > 2 && plan.effort.iterations > 1);
}

/// A point in a cube of six dimensions: free in one half, and in a winding passage that leads from there to the goal.
struct Passage(JointSpace);

const BENDS: [[f64; 2]; 4] = [[4.0, 5.0], [4.8, 5.0], [4.8, 5.8], [5.6, 5.8]];

impl Connector for Passage {
    fn space(&self) -> &JointSpace {
        &self.0
    }
    /// Looks at steps of a hundredth, which are short beside the passage.
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        let steps = (self.0.distance(from, to) / 0.01).ceil().max(1.0) as u32;
        (0..=steps).all(|k| {
            let q = self.0.towards(from, to, f64::from(k) / f64::from(steps));
            let beside: f64 = q[2..].iter().map(|x| (x - 5.0) * (x - 5.0)).sum();
            // Its legs run up along both axes.
            let along = BENDS
                .windows(2)
                .map(|ends| (0..2).map(|k| q[k] - q[k].clamp(ends[0][k], ends[1][k])).map(|d| d * d).sum::<f64>());
            q[0] < 4.0 || along.fold(f64::INFINITY, f64::min) + beside < 0.25 * 0.25
        })
    }
}

#[test]
fn a_winding_passage_that_no_long_step_leaves_is_left_by_short_ones() {
    let mut passage = Passage(JointSpace::new(vec![[0.0, 10.0]; 6]));
    let goal = [5.6, 5.8, 5.0, 5.0, 5.0, 5.0];
    // By long steps only, ten million samples find no way.
    let options = PlanOptions { max_iterations: 100_000, ..PlanOptions::default() };
    let plan = rrt_connect(&mut passage, &[1.0; 6], &[goal.to_vec()], &options).unwrap();
    assert!(plan.path.windows(2).all(|ends| passage.is_free(&ends[0], &ends[1])));
}

#[test]
fn starts_and_goals_must_be_free_and_within_the_limits() {
    let ask =
        |start: &[f64], goal: &[f64]| rrt_connect(&mut Discs::wall(), start, &[goal.to_vec()], &PlanOptions::default());
    assert_eq!(ask(&[5.0, 3.0], &GOAL), Err(NoPlan::Start));
    assert_eq!(ask(&START, &[5.0, 3.0]), Err(NoPlan::Goal));
    assert_eq!(ask(&START, &[11.0, 3.0]), Err(NoPlan::Goal));
    assert_eq!(ask(&[1.0], &GOAL), Err(NoPlan::Start));
}

#[test]
fn a_free_segment_is_the_plan() {
    let plan = rrt_connect(&mut Discs::wall(), &START, &[vec![4.2, 9.1]], &PlanOptions::default()).unwrap();
    assert_eq!((plan.path.len(), plan.effort.iterations), (2, 0));
}

/// Discs whose cheap test sees only every second disc of the wall, and of the others nothing.
struct Careless(Discs);

impl Connector for Careless {
    fn space(&self) -> &JointSpace {
        &self.0.space
    }
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.0.is_free(from, to)
    }
    fn may_be_free(&mut self, from: &[f64], to: &[f64], _: u32) -> bool {
        let few = self.0.discs.iter().filter(|([_, y], _)| !(2.0..4.0).contains(y)).copied().collect();
        Discs { discs: few, asked: 0, space: self.0.space.clone() }.is_free(from, to)
    }
}

#[test]
fn a_careless_test_costs_time_and_no_proof() {
    let mut careless = Careless(Discs::wall());
    let plan = rrt_connect(&mut careless, &START, &[GOAL.to_vec()], &PlanOptions::default()).unwrap();
    assert!(plan.effort.refuted > 0, "{:?}", plan.effort);
    assert!(plan.path.windows(2).all(|ends| careless.0.is_free(&ends[0], &ends[1])));
}

#[test]
fn of_several_goals_the_one_that_is_reached_is_named() {
    // The first is in the wall, the second behind it, the third on this side.
    let goals = [vec![5.0, 3.0], GOAL.to_vec(), vec![4.2, 9.1]];
    let plan = rrt_connect(&mut Discs::wall(), &START, &goals, &PlanOptions::default()).unwrap();
    assert_eq!((plan.goal, plan.path.last().unwrap()), (2, &goals[2]));
    let plan = rrt_connect(&mut Discs::wall(), &START, &goals[..2], &PlanOptions::default()).unwrap();
    assert_eq!((plan.goal, plan.path.last().unwrap()), (1, &goals[1]));
}
