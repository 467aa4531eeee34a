//! Every pair asked, without a tree.

use clearance::{Bounds, Real, Space};
use clearance_world::{BodyId, Near, Object, Scene};

/// Groups and fixedness as documented, from the bodies as they were given.
pub fn is_asked<V: Space>(scene: &Scene<V>, a: BodyId, b: BodyId) -> bool {
    let (a, b) = (scene.get(a).unwrap(), scene.get(b).unwrap());
    let named = |one: &Object<V>, other: &Object<V>| one.group_bits() & other.collides_with_bits() != 0;
    !(a.is_fixed() && b.is_fixed()) && named(a, b) && named(b, a)
}

/// All pairs that the scene is to check, each with its answer, by keys.
pub fn all_pairs<V: Space>(scene: &Scene<V>, asked: impl Fn(BodyId, BodyId) -> bool) -> Vec<Near<V>> {
    let ids: Vec<BodyId> = scene.ids().collect();
    let mut found = Vec::new();
    for (i, &a) in ids.iter().enumerate() {
        for &b in &ids[i + 1..] {
            if asked(a, b) {
                found.push(scene.between(a, b).unwrap());
            }
        }
    }
    found
}

fn least<V: Space>(all: &[Near<V>], of: fn(&Bounds<V::Scalar>) -> V::Scalar) -> V::Scalar {
    all.iter().fold(V::Scalar::INFINITY, |least, near| least.min(of(&near.between.bounds)))
}

/// Compares all questions with what every pair says; how many pairs met, and how many did not.
pub fn check<V: Space>(scene: &Scene<V>, asked: impl Fn(BodyId, BodyId) -> bool, distance: V::Scalar) -> [usize; 2] {
    let all = all_pairs(scene, &asked);
    let by_keys = |a: &[BodyId; 2], b: &[BodyId; 2]| a.map(|id| scene.key(id)).cmp(&b.map(|id| scene.key(id)));

    let met: Vec<[BodyId; 2]> = all.iter().filter(|n| n.between.collides != Some(false)).map(|n| n.pair).collect();
    let mut contacts: Vec<[BodyId; 2]> = scene.contacts().iter().map(|contact| contact.pair).collect();
    contacts.sort_by(by_keys);
    let mut expected = met.clone();
    expected.sort_by(by_keys);
    assert_eq!(contacts, expected);

    let within = scene.within(distance);
    let sure = all.iter().filter(|n| n.between.bounds.upper <= distance).count();
    let open = all.iter().filter(|n| n.between.bounds.lower <= distance).count() - sure;
    assert_eq!((within.near.len(), within.undecided.len()), (sure, open));
    assert!(within.near.windows(2).all(|two| two[0].between.rank() <= two[1].between.rank()));
    let margins = scene.within_margins();
    assert_eq!(margins.near.len(), all.iter().filter(|n| n.within_margin() == Some(true)).count());

    for k in [1, 3] {
        let closest = scene.closest(k);
        assert_eq!(closest.pairs.len(), k.min(all.len()));
        let mut uppers: Vec<V::Scalar> = all.iter().map(|n| n.between.bounds.upper).collect();
        uppers.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let mut found: Vec<V::Scalar> = closest.pairs.iter().map(|n| n.between.bounds.upper).collect();
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(found, uppers[..k.min(uppers.len())]);
        // The lower bound may be that of a pair whose box is beyond the answer: such a pair is farther away, whatever
        // its own bounds say.
        assert_eq!(closest.bounds.upper, least(&all, |b| b.upper));
        assert!(closest.bounds.lower >= least(&all, |b| b.lower));
        for near in &closest.pairs {
            assert!(all.contains(near));
        }
        for tie in &closest.ties {
            let tie = all.iter().find(|near| near.pair == *tie).unwrap();
            assert!(tie.between.bounds.lower <= closest.bounds.upper);
        }
    }
    for body in scene.ids().take(3) {
        let own: Vec<_> = all.iter().filter(|near| near.pair.contains(&body)).copied().collect();
        let closest = scene.closest_to(body, 2).unwrap();
        assert_eq!(closest.bounds.upper, least(&own, |b| b.upper));
        assert_eq!(closest.pairs.len(), own.len().min(2));
    }
    [met.len(), all.len() - met.len()]
}
