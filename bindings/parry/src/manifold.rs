//! Contact manifolds, which simulations keep from step to step.

use clearance::query::ContactOptions;
use clearance_world::{BodyContact, BodyPair, ContactId, Touched};
use parry3d::bounding_volume::BoundingVolume;
use parry3d::math::{Pose, Real};
use parry3d::query::details::{self, NormalConstraints};
use parry3d::query::{
    ContactManifold, ContactManifoldsWorkspace, PersistentQueryDispatcher, TrackedContact, TypedWorkspaceData,
    Unsupported, WorkspaceData,
};
use parry3d::shape::{PackedFeatureId, Shape, ShapeType};

use crate::convert::{pose_of, theirs};
use crate::dispatcher::{ClearanceDispatcher, Space, ask, parts, parts_of};
use crate::kept::held;
use crate::near::near_parts;

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
        for swapped in [false, true] {
            let (pose, parts, single) = if swapped { (pos12.inverse(), g2, g1) } else { (*pos12, g1, g2) };
            if let Some(found) = beside_parts(&pose, parts, single, prediction) {
                *manifolds = of_contacts(&found, (pos12, prediction, swapped), manifolds);
                *workspace = Some(ContactManifoldsWorkspace::from(Several));
                return Ok(());
            }
        }
        if workspace.as_ref().is_some_and(|workspace| workspace.0.is::<Several>()) {
            *workspace = None;
        }
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

/// A mark for simulations: manifolds come and go, as those of shapes with parts do.
#[derive(Clone, Copy)]
struct Several;

impl WorkspaceData for Several {
    fn as_typed_workspace_data(&self) -> TypedWorkspaceData<'_> {
        TypedWorkspaceData::Custom
    }

    fn clone_dyn(&self) -> Box<dyn WorkspaceData> {
        Box::new(*self)
    }
}

/// The contacts of a shape with the parts near it, in the frame of the parts, each with the number of a part; `None` if
/// the shapes are of other kinds.
fn beside_parts(
    pose: &Pose,
    parts: &dyn Shape,
    single: &dyn Shape,
    prediction: Real,
) -> Option<Vec<(u32, BodyContact<Space>)>> {
    let is_of_parts = |shape: &dyn Shape| {
        use ShapeType::{Compound, HeightField, TriMesh, Voxels};
        matches!(shape.shape_type(), TriMesh | HeightField | Compound | Voxels)
    };
    if !is_of_parts(parts) || is_of_parts(single) {
        return None;
    }
    let shape = held(single)?;
    shape.as_shape()?;
    let Some(near) = near_parts(parts, &single.compute_aabb(pose).loosened(prediction))? else {
        return Some(Vec::new());
    };
    let pose = pose_of(pose).ok()?;
    let found = BodyPair::new(&near.body, &shape, &pose).contacts(prediction, &ContactOptions::default()).ok()?;
    Some(found.into_iter().map(|contact| (near.numbers[contact.between.parts[0] as usize], contact)).collect())
}

/// A manifold for each contact, with what a simulation kept of the last ones; `swapped` if the parts are the second
/// shape.
fn of_contacts<ManifoldData, ContactData>(
    found: &[(u32, BodyContact<Space>)],
    (pos12, prediction, swapped): (&Pose, Real, bool),
    old: &[ContactManifold<ManifoldData, ContactData>],
) -> Vec<ContactManifold<ManifoldData, ContactData>>
where
    ManifoldData: Default + Clone,
    ContactData: Default + Copy,
{
    let back = pos12.inverse();
    let mut taken = vec![false; old.len()];
    let manifold = |(number, contact): &(u32, BodyContact<Space>)| {
        // Of the parts and of the shape, in the frame of the parts.
        let normal = theirs(contact.between.proximity.normal);
        let (local_n1, local_n2) =
            if swapped { (pos12.rotation * -normal, normal) } else { (normal, back.rotation * -normal) };
        // The last manifold with nearly this normal.
        let alike = |i: &usize| old[*i].local_n1.dot(local_n1);
        let last = (0..old.len()).filter(|&i| !taken[i] && alike(&i) > ALIKE);
        let last = last.max_by(|i, k| alike(i).total_cmp(&alike(k)));
        let data = last.map_or_else(ManifoldData::default, |i| old[i].data.clone());
        let [subshape1, subshape2] = if swapped { [0, *number] } else { [*number, 0] };
        let mut made = ContactManifold::with_data(subshape1, subshape2, data);
        (made.local_n1, made.local_n2) = (local_n1, local_n2);
        for (point, id) in contact.points.iter().zip(contact.ids()) {
            if point.distance <= prediction {
                let (of_parts, of_shape) = (theirs(point.witness_a), theirs(point.witness_b));
                let [parts_id, shape_id] = features(&id);
                made.points.push(if swapped {
                    TrackedContact::new(pos12 * of_shape, of_parts, shape_id, parts_id, point.distance)
                } else {
                    TrackedContact::new(of_parts, back * of_shape, parts_id, shape_id, point.distance)
                });
            }
        }
        if let Some(i) = last {
            taken[i] = true;
            made.match_contacts(&old[i].points);
        }
        made
    };
    found.iter().map(manifold).collect()
}

/// Manifolds are alike if their normals are within 30 degrees: nearer to each other than a floor and a wall are.
const ALIKE: Real = 0.866;

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
