//! Contact manifolds, which simulations keep from step to step.

use clearance::query::ContactOptions;
use clearance_world::{ContactId, Touched};
use parry3d::math::{Pose, Real};
use parry3d::query::details::{self, NormalConstraints};
use parry3d::query::{
    ContactManifold, ContactManifoldsWorkspace, PersistentQueryDispatcher, TrackedContact, Unsupported,
};
use parry3d::shape::{PackedFeatureId, Shape, ShapeType};

use crate::convert::theirs;
use crate::dispatcher::{ClearanceDispatcher, ask, parts, parts_of};

impl<ManifoldData, ContactData> PersistentQueryDispatcher<ManifoldData, ContactData> for ClearanceDispatcher
where
    ManifoldData: Default + Clone + Send + Sync,
    ContactData: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<ContactManifold<ManifoldData, ContactData>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        let (first, second) = parts_of(g1, g2)?;
        match (first, second) {
            (Some(c1), Some(c2)) => details::contact_manifolds_composite_shape_composite_shape(
                &parts(),
                pos12,
                c1,
                c2,
                prediction,
                manifolds,
                workspace,
            ),
            _ if [g1, g2].iter().any(|shape| shape.shape_type() == ShapeType::TriMesh) => {
                details::contact_manifolds_trimesh_shape_shapes(
                    &parts(),
                    pos12,
                    g1,
                    g2,
                    prediction,
                    manifolds,
                    workspace,
                );
            }
            (Some(c1), None) => details::contact_manifolds_composite_shape_shape(
                &parts(),
                pos12,
                c1,
                g2,
                prediction,
                manifolds,
                workspace,
                false,
            ),
            (None, Some(c2)) => details::contact_manifolds_composite_shape_shape(
                &parts(),
                &pos12.inverse(),
                c2,
                g1,
                prediction,
                manifolds,
                workspace,
                true,
            ),
            (None, None) => {
                if manifolds.is_empty() {
                    manifolds.push(ContactManifold::new());
                }
                let first = &mut manifolds[0];
                return self.contact_manifold_convex_convex(pos12, g1, g2, None, None, prediction, first);
            }
        }
        Ok(())
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        constraints1: Option<&dyn NormalConstraints>,
        constraints2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut ContactManifold<ManifoldData, ContactData>,
    ) -> Result<(), Unsupported> {
        let options = ContactOptions::default();
        let found = ask(pos12, g1, g2, |pair| pair.contact(&options))?;
        let old = core::mem::take(&mut manifold.points);
        if found.between.bounds.lower > prediction {
            return Ok(());
        }
        let mut normal1 = theirs(found.between.proximity.normal);
        let back = pos12.inverse();
        let mut normal2 = back.rotation * -normal1;
        // Beside an inner edge of a mesh, the normal of its face.
        let allowed = constraints1.is_none_or(|constraint| constraint.project_local_normal_mut(&mut normal1));
        if !allowed || !constraints2.is_none_or(|constraint| constraint.project_local_normal_mut(&mut normal2)) {
            return Ok(());
        }
        if constraints2.is_some() {
            normal1 = pos12.rotation * -normal2;
        } else {
            normal2 = back.rotation * -normal1;
        }
        (manifold.local_n1, manifold.local_n2) = (normal1, normal2);
        for (point, id) in found.points.iter().zip(found.ids()) {
            let (p1, p2) = (theirs(point.witness_a), theirs(point.witness_b));
            let dist = (p2 - p1).dot(normal1);
            if dist <= prediction {
                let [id1, id2] = features(&id);
                manifold.points.push(TrackedContact::new(p1, back * p2, id1, id2, dist));
            }
        }
        manifold.match_contacts(&old);
        Ok(())
    }
}

/// An id of a contact point as parry has it: two numbers, by which a simulation finds the point again in the next step.
fn features(id: &ContactId) -> [PackedFeatureId; 2] {
    const LARGEST: u32 = (1 << 30) - 1;
    id.features.map(|feature| match feature {
        Touched::Vertex(i) => PackedFeatureId::vertex(i & LARGEST),
        Touched::Edge([i, j]) => {
            PackedFeatureId::edge((i << 15).wrapping_add(j).wrapping_add(id.number << 24) & LARGEST)
        }
        Touched::Face | Touched::Smooth => PackedFeatureId::face(id.number & LARGEST),
    })
}
