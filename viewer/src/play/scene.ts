// A scene of many bodies that are dragged: the closest pairs, live.

import { Quaternion, Vector3 } from "three";

import type { Clearance, Scene as Held } from "../../../bindings/wasm/package/clearance.js";
import { Body } from "../shared/bodies";
import { element } from "../shared/elements";
import { type FormData, type PartData, readForms } from "../shared/forms";
import type { Place } from "../shared/place";
import { HERE, moved, type Pose } from "../shared/poses";
import { dot, mark, segments } from "../shared/shapes";
import { metres } from "../shared/units";
import { TABLE } from "./demo";
import { movedBy, turnedBy } from "./pair";
import type { Stage } from "./stage";

interface Drawn {
  forms: FormData[];
  bodies: { name: string; fixed: boolean; parts: PartData[] }[];
  frames: { moved: [number, Pose][] }[];
}

/** How many pairs are listed. */
const SHOWN = 8;

export class SceneMode {
  readonly hint = "Drag the bodies about. The closest pairs of all are listed; contacts are red.";
  private scene: Held | null = null;
  private bodies: Body[] = [];
  private poses: Pose[] = [];
  private data: Drawn | null = null;

  constructor(
    private readonly clearance: Clearance,
    private readonly stage: Stage,
  ) {}

  enter(): void {
    if (!this.scene) this.read(JSON.stringify(TABLE));
    const { view } = this.stage;
    view.lasting.clear();
    view.lasting.add(...this.bodies.map((body) => body.object));
    const buttons = element("div", "buttons");
    buttons.append(this.stage.turnButton());
    this.stage.controls([buttons]);
    this.stage.more([element("p", "says", "Drop a scene file (JSON) with its meshes. Bodies that are fixed stay where they are.")]);
    this.look();
    this.changed();
  }

  open(text: string): void {
    this.read(text);
    this.enter();
  }

  private read(text: string): void {
    const made = this.clearance.scene(text);
    this.scene?.release();
    this.scene = made;
    this.data = made.draw() as Drawn;
    const forms = readForms(this.data.forms);
    this.bodies = this.data.bodies.map(({ parts }) => new Body(parts, forms, this.data!.bodies.length));
    this.poses = this.bodies.map(() => HERE);
    for (const [i, pose] of this.data.frames[0].moved) this.poses[i] = pose;
  }

  canDrag = (index: number): boolean => index < this.bodies.length && !this.data!.bodies[index].fixed;

  drag(index: number, by: Vector3, turn: Quaternion): void {
    this.poses[index] = this.stage.turning ? turnedBy(this.poses[index], turn) : movedBy(this.poses[index], by);
    this.scene!.move({ [this.data!.bodies[index].name]: this.poses[index] });
    this.changed();
  }

  look(): void {
    this.stage.view.frame(this.bodies.flatMap((body, i) => body.places.map((place) => moved(this.poses[i], place))));
    this.stage.furnish();
    this.stage.view.look(new Vector3(0.5, -1, 0.6).normalize());
  }

  private changed(): void {
    this.stage.soon(() => this.show());
  }

  private show(): void {
    const rows = this.scene!.closest({ k: SHOWN });
    const { view, colours } = this.stage;
    const met = new Set(rows.filter((row) => row.collides !== false).flatMap((row) => [row.a, row.b]));
    const first = rows[0];
    this.bodies.forEach((body, i) => {
      const { name, fixed } = this.data!.bodies[i];
      body.place(this.poses[i]);
      const usual = fixed ? colours.fixed : colours.body;
      const colour = met.has(name) ? colours.nearest : name === first?.a ? colours.a : name === first?.b ? colours.b : usual;
      body.paint(colour, fixed ? 0.5 : 0.75);
    });
    if (!first) {
      view.show([], []);
      this.stage.answer([element("p", "big", "nothing to check")]);
      return;
    }
    const ends: [Place, Place] = [first.witness_a as Place, first.witness_b as Place];
    const middle = ends[0].map((x, k) => (x + ends[1][k]) / 2) as Place;
    const distance = (row: typeof first) => (row.signed_distance === null ? "overlap" : row.signed_distance < 0 ? `${metres(-row.signed_distance)} deep` : metres(row.signed_distance));
    view.show([...ends.map((end) => mark(dot(end, view.size * 0.007, colours.nearest))), mark(segments([ends], colours.nearest, 4))], [
      { text: distance(first), at: middle, kind: "nearest" },
    ]);
    const table = element("table", "rows");
    for (const row of rows) {
      const line = element("tr", row.collides === false ? "" : "near");
      line.append(element("td", "", `${row.a} – ${row.b}`), element("td", "", distance(row)));
      table.append(line);
    }
    const status = first.collides === false ? "separated" : first.collides ? "overlapping" : "undecided";
    const words = first.collides === false ? `${distance(first)} apart` : first.signed_distance === 0 ? "they touch" : distance(first);
    const bounds = element("p", "says bounds");
    bounds.append("proven between ", element("b", "", `${first.lower}`), " and ", element("b", "", `${first.upper}`));
    this.stage.answer([element("p", `big ${status}`, words), element("p", "says", `closest: ${first.a} and ${first.b}`), bounds, table]);
    this.stage.element.dataset.signed = `${first.signed_distance}`;
  }
}
