//! Shorter paths: corners that are not needed, corners cut off, and cuts between random points.

use super::space::JointSpace;
use crate::random::Random;

/// A path on the way to a shorter one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Version {
    pub path: Vec<Vec<f64>>,
    /// The number of random cuts that were tried before it was found.
    pub tried: u32,
}

/// Rounds of cutting corners off: the corners of a cut are cut in the next one.
const ROUNDS: u32 = 3;

/// A corner is cut off at halves of its edges, then at halves of that, down to this part of them.
const SHORTEST_CUT: f64 = 0.1;

/// A cut that gains less than this part of the path's length is not worth a test.
const LEAST_GAIN: f64 = 0.002;

/// The number of random cuts of which the one that gains most is tested: a test costs far more than a length.
const DRAWN: u32 = 3;

/// Which cuts are tried.
pub(super) struct CutSampler<'s> {
    pub count: u32,
    pub space: &'s JointSpace,
    pub random: &'s mut Random,
}

/// Shorter and shorter versions of a path, itself first: without corners that are not needed, with the others cut off,
/// and by random cuts, then again without corners.
///
/// Every edge of a version passed the test, or is an edge of the path, or a part of such ones: parts only up to
/// rounding. A cut may lead the short way around a joint without end; the rest of the path is then whole turns away
/// from where it was. A test that returns nothing ends the search.
pub(super) fn shortened(
    path: Vec<Vec<f64>>,
    cuts: CutSampler,
    mut test: impl FnMut(&[f64], &[f64]) -> Option<bool>,
) -> Vec<Version> {
    let CutSampler { count, space, random } = cuts;
    let mut versions = vec![Version { path: path.clone(), tried: 0 }];
    let mut add = |path: &Vec<Vec<f64>>, tried: u32| {
        if versions.last().is_none_or(|last| last.path != *path) {
            versions.push(Version { path: path.clone(), tried });
        }
    };
    let search = || -> Option<()> {
        let mut path = without_corners(path, space, &mut test)?;
        add(&path, 0);
        for _ in 0..ROUNDS.min(count) {
            path = with_corners_cut(path, space, &mut test)?;
            add(&path, 0);
        }
        for tried in (1..=count).step_by(DRAWN as usize) {
            if path.len() < 3 {
                return None;
            }
            if let Some(shorter) = cut(&path, space, random, &mut test)? {
                path = shorter;
                add(&path, tried);
            }
        }
        add(&without_corners(path, space, &mut test)?, count);
        None
    };
    search();
    versions
}

/// The path with each corner joined to the farthest one that a segment leads to which passes the test, tried from the
/// far end.
fn without_corners(
    path: Vec<Vec<f64>>,
    space: &JointSpace,
    test: &mut impl FnMut(&[f64], &[f64]) -> Option<bool>,
) -> Option<Vec<Vec<f64>>> {
    let (mut path, mut at) = (path, 0);
    while at + 2 < path.len() {
        for far in (at + 2..path.len()).rev() {
            let next = space.towards(&path[at], &path[far], 1.0);
            if test(&path[at], &next)? {
                path = spliced(&path, [at, far], &[], space);
                break;
            }
        }
        at += 1;
    }
    Some(path)
}

/// The path with each corner cut off as far from it as passes the test, of both edges the same part.
fn with_corners_cut(
    path: Vec<Vec<f64>>,
    space: &JointSpace,
    test: &mut impl FnMut(&[f64], &[f64]) -> Option<bool>,
) -> Option<Vec<Vec<f64>>> {
    let least = LEAST_GAIN * space.length(&path);
    let (mut path, mut at) = (path, 1);
    while at + 1 < path.len() {
        let mut part = 0.5;
        while part >= SHORTEST_CUT {
            let [leave, far] = [at - 1, at + 1].map(|end| between(&path[at], &path[end], part));
            let back = space.towards(&leave, &far, 1.0);
            let old = space.written(&leave, &path[at]) + space.written(&path[at], &far);
            if old - space.written(&leave, &back) < least {
                break;
            }
            if test(&leave, &back)? {
                path = spliced(&path, [at - 1, at + 1], &[leave, back], space);
                at += 1;
                break;
            }
            part *= 0.5;
        }
        at += 1;
    }
    Some(path)
}

/// The point of a segment at a part of it.
fn between(from: &[f64], to: &[f64], part: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(a, b)| a + part * (b - a)).collect()
}

/// A path with new corners in place of those between two others; what follows is turned so that the path does not jump.
fn spliced(path: &[Vec<f64>], [from, to]: [usize; 2], between: &[Vec<f64>], space: &JointSpace) -> Vec<Vec<f64>> {
    let mut joined = path[..=from].to_vec();
    joined.extend_from_slice(between);
    let turns = space.turns(&joined[joined.len() - 1], &path[to]);
    joined.extend(path[to..].iter().map(|point| space.turned(point, &turns)));
    joined
}

/// The path with the best of some cuts between two random points on different edges, if it passes the test.
fn cut(
    path: &[Vec<f64>],
    space: &JointSpace,
    random: &mut Random,
    test: &mut impl FnMut(&[f64], &[f64]) -> Option<bool>,
) -> Option<Option<Vec<Vec<f64>>>> {
    let drawn: Vec<Cut> = (0..DRAWN).filter_map(|_| Cut::drawn(path, space, random)).collect();
    match drawn.into_iter().max_by(|a, b| a.gain.total_cmp(&b.gain)) {
        Some(cut) if test(&cut.ends[0], &cut.ends[1])? => Some(Some(spliced(path, cut.corners, &cut.ends, space))),
        _ => Some(None),
    }
}

/// A segment between points of two edges of a path.
struct Cut {
    /// How much shorter the path is with it.
    gain: f64,
    ends: [Vec<f64>; 2],
    /// The corner before the first edge, and that behind the second one.
    corners: [usize; 2],
}

impl Cut {
    /// A random one, if it gains a thousandth of what it cuts: less is not worth a test.
    fn drawn(path: &[Vec<f64>], space: &JointSpace, random: &mut Random) -> Option<Self> {
        let (first, second) = (random.below(path.len() - 1), random.below(path.len() - 1));
        let (from, to) = (first.min(second), first.max(second));
        let (x, y) = (random.unit(), random.unit());
        if from == to {
            return None;
        }
        let (leave, far) = (between(&path[from], &path[from + 1], x), between(&path[to], &path[to + 1], y));
        let back = space.towards(&leave, &far, 1.0);
        let old = space.length(&path[from..=to + 1]);
        let new =
            space.written(&path[from], &leave) + space.written(&leave, &back) + space.written(&far, &path[to + 1]);
        (new <= 0.999 * old).then(|| Cut { gain: old - new, ends: [leave, back], corners: [from, to + 1] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Around a square pillar of half width 1 in the plane.
    fn corner() -> Vec<Vec<f64>> {
        [[-3.0, -0.5], [-3.0, 2.5], [3.0, 2.5], [3.0, -0.5]].map(Vec::from).to_vec()
    }

    fn plane() -> JointSpace {
        JointSpace::new(vec![[-5.0, 5.0]; 2])
    }

    /// Whether a segment misses the open pillar, by its clipping to both slabs.
    fn misses(from: &[f64], to: &[f64]) -> bool {
        let (mut begin, mut end) = (0.0f64, 1.0f64);
        for (a, b) in from.iter().zip(to) {
            if a == b {
                if a.abs() >= 1.0 {
                    return true;
                }
                continue;
            }
            let times = [(-1.0 - a) / (b - a), (1.0 - a) / (b - a)];
            (begin, end) = (begin.max(times[0].min(times[1])), end.min(times[0].max(times[1])));
        }
        begin >= end
    }

    #[test]
    fn every_edge_of_every_version_is_free_and_the_last_is_short() {
        let (space, mut random) = (plane(), Random::new(7));
        let cuts = CutSampler { count: 50, space: &space, random: &mut random };
        let versions = shortened(corner(), cuts, |from, to| Some(misses(from, to)));
        assert!(versions[0].path == corner() && versions.len() > 3);
        for version in &versions {
            assert!(version.path.windows(2).all(|ends| misses(&ends[0], &ends[1])), "{version:?}");
        }
        let found = &versions[versions.len() - 1].path;
        // Straight up, across and down are 12; the shortest way touches both upper corners: 2 + 2·√(4 + 2.25) = 7.
        assert!(space.length(found) < 8.0 && found[0] == corner()[0] && found.last() == corner().last(), "{found:?}");
    }

    #[test]
    fn a_test_without_an_answer_ends_the_search() {
        let (space, mut random, mut asked) = (plane(), Random::new(7), 0);
        let cuts = CutSampler { count: 50, space: &space, random: &mut random };
        let versions = shortened(corner(), cuts, |from, to| {
            asked += 1;
            (asked < 4).then(|| misses(from, to))
        });
        assert!(asked == 4 && versions[0].path == corner());
    }
}
