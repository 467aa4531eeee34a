//! The list of contacts, brought up to date by the bodies that have moved.

use clearance::{Real, Space};

use crate::ask::Contact;
use crate::key::BodyId;
use crate::scene::Scene;
use crate::sort::sort_by;

/// The list of contacts at a revision of the scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    pub revision: Option<u64>,
    pub list: Vec<Contact>,
}

impl Contacts {
    /// Asks the bodies that have moved since a revision with all that are near them now.
    pub fn update<V: Space>(&mut self, scene: &Scene<V>, revision: u64) {
        let mut moved = vec![false; scene.slot_count()];
        let mut list = Vec::new();
        for (slot, resident) in scene.residents() {
            if resident.since > revision {
                moved[slot as usize] = true;
                list.push(slot);
            }
        }
        let stands = |id: BodyId| scene.slot_of(id).is_ok_and(|slot| !moved[slot as usize]);
        self.list.retain(|contact| contact.pair.into_iter().all(stands));
        let zero = V::Scalar::ZERO;
        let mut candidates = Vec::new();
        for slot in list {
            let Some(resident) = scene.resident(slot) else { continue };
            scene.tree().items_within(&resident.bounds, zero, |other| {
                // Two that have moved see each other.
                if other == slot || (moved[other as usize] && other < slot) {
                    return;
                }
                if let Some(pair) = scene.pair(slot, other)
                    && pair.is_within(zero)
                {
                    candidates.push(pair.slots);
                }
            });
        }
        self.list.extend(scene.ask_all(&candidates, |pair| scene.contact(pair)));
        sort_by(&mut self.list, |a, b| scene.by_keys(a.pair, b.pair));
    }
}
