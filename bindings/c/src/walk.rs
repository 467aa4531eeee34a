//! Characters that walk in scenes, casts by rows, and contacts along all normals, with the structs of the header.

use clearance_world::{Body, PushOut, Walk, WalkHit, WalkOptions};
use core_crate::query::{ContactOptions, ToiOptions};
use core_crate::{Options, Vec3};

use crate::answer::{clearance_pose, clearance_proximity};
use crate::contact::clearance_contact_point;
use crate::refusal::{Answer, Refusal};
use crate::scene::{NONE, RowAnswer, clearance_scene, clearance_struck, refused};
use crate::shape::clearance_shape;

type Space = Vec3<f64>;

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_walk_options {
    size: u32,
    max_slides: u32,
    up: [f64; 3],
    skin: f64,
    max_slope: f64,
    step_height: f64,
    snap: f64,
    own: u64,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_walk_hit {
    body: u64,
    part: u32,
    ground: i32,
    normal: [f64; 3],
    point: [f64; 3],
    floor_normal: [f64; 3],
    fraction: f64,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_walk {
    pose: clearance_pose,
    translation: [f64; 3],
    remaining: [f64; 3],
    clearance: f64,
    floor: clearance_walk_hit,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_push_out {
    pose: clearance_pose,
    translation: [f64; 3],
    lower: f64,
    upper: f64,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_normal_contact {
    proximity: clearance_proximity,
    part_a: u32,
    part_b: u32,
    first: u32,
    count: u32,
}

impl clearance_walk_options {
    /// Those of the core, of no body of the scene.
    pub fn defaults() -> Self {
        let default = WalkOptions::<Space>::default();
        clearance_walk_options {
            size: size_of::<Self>() as u32,
            max_slides: default.max_slides,
            up: default.up.into(),
            skin: default.skin,
            max_slope: default.max_slope,
            step_height: default.step_height,
            snap: default.snap,
            own: NONE,
        }
    }

    fn read(&self, scene: &clearance_scene) -> Answer<WalkOptions<Space>> {
        let own = if self.own == NONE { None } else { Some(scene.id("own", self.own)?) };
        let (up, skin, max_slope) = (self.up.into(), self.skin, self.max_slope);
        let (step_height, snap, max_slides) = (self.step_height, self.snap, self.max_slides);
        Ok(WalkOptions { up, skin, max_slope, step_height, snap, max_slides, own })
    }
}

impl clearance_walk_hit {
    fn of(scene: &clearance_scene, hit: &WalkHit<Space>) -> Self {
        clearance_walk_hit {
            body: scene.number(hit.body),
            part: hit.part,
            ground: hit.ground as i32,
            normal: hit.normal.into(),
            point: hit.point.into(),
            floor_normal: hit.floor_normal.into(),
            fraction: hit.fraction,
        }
    }

    /// Nothing.
    fn none() -> Self {
        let nothing = [f64::NAN; 3];
        let (normal, point, floor_normal) = (nothing, nothing, nothing);
        clearance_walk_hit { body: NONE, part: 0, ground: -1, normal, point, floor_normal, fraction: f64::NAN }
    }
}

impl clearance_scene {
    /// A walk, and what stopped or turned it.
    pub fn walk(
        &self,
        shape: &clearance_shape,
        (pose, displacement): (&clearance_pose, [f64; 3]),
        options: &clearance_walk_options,
    ) -> Answer<(clearance_walk, Vec<clearance_walk_hit>)> {
        let start = (pose.read()?, displacement.into());
        let walk = self.world.move_and_slide(&shape.0, start, &options.read(self)?).map_err(refused)?;
        let Walk { translation, remaining, floor, hits, clearance, .. } = walk;
        let found = clearance_walk {
            pose: pose.moved_to(walk.pose.translation().into()),
            translation: translation.into(),
            remaining: remaining.into(),
            clearance,
            floor: floor.map_or(clearance_walk_hit::none(), |hit| clearance_walk_hit::of(self, &hit)),
        };
        Ok((found, hits.iter().map(|hit| clearance_walk_hit::of(self, hit)).collect()))
    }

    /// A translation that frees a body, if one is found.
    pub fn push_out(
        &self,
        shape: &clearance_shape,
        pose: &clearance_pose,
        max_length: f64,
        options: &clearance_walk_options,
    ) -> Answer<Option<clearance_push_out>> {
        let found = self.world.push_out(&shape.0, pose.read()?, max_length, &options.read(self)?);
        Ok(found.map_err(refused)?.map(|PushOut { pose: to, translation, least }| clearance_push_out {
            pose: pose.moved_to(to.translation().into()),
            translation: translation.into(),
            lower: least.lower,
            upper: least.upper,
        }))
    }

    /// The first bodies that a shape meets from each of many poses, into the room for them.
    pub fn casts(
        &self,
        shape: &clearance_shape,
        (poses, displacements): (&[clearance_pose], &[[f64; 3]]),
        options: ToiOptions<f64>,
        out: &mut [clearance_struck],
    ) -> RowAnswer<()> {
        let about = |row: usize, refusal: Refusal| (row, refusal.about(&format!("row {row}")));
        let Some(shape) = shape.0.as_shape() else {
            return Err((poses.len(), Refusal::invalid("shape must be convex and bounded to be cast")));
        };
        let mut starts = Vec::with_capacity(poses.len());
        for (row, (pose, &way)) in poses.iter().zip(displacements).enumerate() {
            starts.push((pose.read().map_err(|refusal| about(row, refusal))?, way.into()));
        }
        let options = ToiOptions { query: Options::default(), ..options };
        let found = self.world.cast_bodies_with(&Body::new(shape.clone()), &starts, &options);
        let mut all = Vec::with_capacity(found.len());
        for (row, cast) in found.into_iter().enumerate() {
            all.push(self.struck(cast.map_err(|error| about(row, refused(error)))?));
        }
        out.copy_from_slice(&all);
        Ok(())
    }

    /// The contacts of two bodies along all normals, and the points of all of them, at most four each.
    pub fn contacts_of(
        &self,
        [a, b]: [u64; 2],
        within: f64,
    ) -> Answer<(Vec<clearance_normal_contact>, Vec<clearance_contact_point>)> {
        let [a, b] = self.both(a, b)?;
        if within.is_nan() {
            return Err(Refusal::invalid("within must be a number, got NaN"));
        }
        let found = self.world.contacts_of(a, b, within, &ContactOptions::default()).map_err(refused)?;
        let (mut contacts, mut points) = (Vec::new(), Vec::new());
        for contact in &found {
            let [part_a, part_b] = contact.between.parts;
            let (first, count) = (points.len() as u32, contact.points.len() as u32);
            contacts.push(clearance_normal_contact {
                proximity: clearance_proximity::of(&contact.between),
                part_a,
                part_b,
                first,
                count,
            });
            let ids = contact.ids();
            points.extend(contact.points.iter().zip(&ids).map(|(point, id)| clearance_contact_point::of(point, id)));
        }
        Ok((contacts, points))
    }
}
