//! Components that are inside out.
//!
//! Files of robots are full of closed components that were exported separately, some with their front inside. What lies
//! in no other component has its front outside; what lies in one with all its vertices (a cavity, or a part inside of a
//! part) stays to it as it is.

use clearance::enclosure::Aabb;
use clearance::{Real, Vec3};

use super::TriangleMesh;

/// Turns components of negative volume that lie in no other one, and with them what lies inside.
pub(super) fn outward<T: Real>(mesh: &mut TriangleMesh<Vec3<T>>) {
    let volumes = mesh.volumes();
    let negative: Vec<bool> = volumes.iter().map(|&(volume, error)| volume < -error).collect();
    if !negative.contains(&true) {
        return;
    }
    let holders = holders(mesh);
    let outermost = |component: usize| holders[component].is_empty();
    let turns: Vec<bool> = (0..negative.len())
        .map(|component| {
            if outermost(component) {
                return negative[component];
            }
            let holder = holders[component].iter().find(|&&holder| outermost(holder as usize));
            holder.is_some_and(|&holder| negative[holder as usize])
        })
        .collect();
    for (triangle, &component) in mesh.triangles.iter_mut().zip(&mesh.components) {
        if turns[component as usize] {
            triangle.swap(1, 2);
        }
    }
    mesh.turned = turns.iter().filter(|&&turns| turns).count();
}

/// For each component, those that hold all its vertices, ascending.
fn holders<T: Real>(mesh: &TriangleMesh<Vec3<T>>) -> Vec<Vec<u32>> {
    let mut vertices: Vec<Vec<u32>> = vec![Vec::new(); mesh.component_count()];
    for (triangle, &component) in mesh.triangles.iter().zip(&mesh.components) {
        vertices[component as usize].extend(triangle);
    }
    let mut windings = vec![0; mesh.component_count()];
    let mut touched = Vec::new();
    let mut found = Vec::with_capacity(vertices.len());
    for (own, mut corners) in (0u32..).zip(vertices) {
        corners.sort_unstable();
        corners.dedup();
        let mut holders: Option<Vec<u32>> = None;
        for corner in corners {
            around(mesh, mesh.vertices[corner as usize], &mut windings, &mut touched);
            touched.sort_unstable();
            touched.dedup();
            let holds = |&component: &u32| component != own && windings[component as usize] != 0;
            let now: Vec<u32> = match holders {
                None => touched.iter().copied().filter(holds).collect(),
                Some(before) => before.into_iter().filter(holds).collect(),
            };
            touched.drain(..).for_each(|component| windings[component as usize] = 0);
            let done = now.is_empty();
            holders = Some(now);
            if done {
                break;
            }
        }
        found.push(holders.unwrap_or_default());
    }
    found
}

/// Adds the winding number of each component around a point; `touched` are those that the ray crosses.
fn around<T: Real>(mesh: &TriangleMesh<Vec3<T>>, point: Vec3<T>, windings: &mut [i32], touched: &mut Vec<u32>) {
    let at = super::spatial(point);
    let far = Vec3::new(T::INFINITY, point.y, point.z);
    mesh.tree.items_within(&Aabb { lower: point, upper: far }, T::ZERO, |i| {
        let crossing = super::winding::crossing(at, mesh.corners(i).map(super::spatial));
        if crossing != 0 {
            let component = mesh.components[i as usize];
            windings[component as usize] += crossing;
            touched.push(component);
        }
    });
}
