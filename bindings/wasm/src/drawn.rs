//! What bodies, scenes and robots look like, as the pages draw them.

use clearance_pages::forms::Forms;
use clearance_pages::{Named, RobotPage, ScenePage};
use serde_json::json;

use crate::library::{Answer, Answered, Library};

/// Points of a curved body.
const POINTS: usize = 600;

fn written(value: &impl serde::Serialize) -> Answered {
    serde_json::to_string(value).map(Answer::Text).map_err(|error| error.to_string())
}

impl Library {
    /// A body: its forms, and the parts that show them.
    pub fn draw_body(&self, body: i32) -> Answered {
        let mut forms = Forms::default();
        let body = self.bodies.get(body)?;
        let parts = forms.parts(body, POINTS);
        written(&json!({"forms": forms, "parts": parts, "kind": body.kind()}))
    }

    /// A scene: the forms and bodies of its page, and the poses of one frame.
    pub fn draw_scene(&self, scene: i32) -> Answered {
        let stage = self.scenes.get(scene)?;
        let names = stage.file().bodies.iter().map(|body| body.name.clone());
        let named = Named { world: stage.world(), bodies: stage.ids().iter().copied().zip(names).collect() };
        let mut page = ScenePage::new(String::new(), &named);
        page.add(&named, None, Vec::new());
        written(&page)
    }

    /// A robot: the forms, links and obstacles of its page.
    pub fn draw_robot(&self, robot: i32) -> Answered {
        let cell = &self.robots.get(robot)?.cell;
        written(&RobotPage::new(cell.robot(), cell.world()))
    }
}
