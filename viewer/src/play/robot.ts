// A robot with a slider for each joint: its least clearance and the pair that attains it, live.

import { Quaternion, Vector3 } from "three";

import type { Clearance, LeastClearance, Robot as Held, RobotOptions } from "../../../bindings/wasm/package/clearance.js";
import { Body } from "../shared/bodies";
import { element } from "../shared/elements";
import { type FormData, type PartData, readForms } from "../shared/forms";
import type { Place } from "../shared/place";
import { moved, type Pose } from "../shared/poses";
import { dot, mark, segments } from "../shared/shapes";
import { metres } from "../shared/units";
import { leastOverRange } from "./asked";
import { ARM, ROOM } from "./demo";
import { movedBy, slider, turnedBy } from "./pair";
import type { Stage } from "./stage";

interface Drawn {
  forms: FormData[];
  links: { name: string; parts: PartData[] }[];
  obstacles: { name: string; parts: PartData[]; pose: Pose }[];
}

interface World {
  bodies: { name: string; shape: object; pose?: object }[];
}

/** Joints without limits turn once around. */
const TURN = Math.PI;
/** Cells of a range: some seconds. */
const CELLS = 100000;

export class RobotMode {
  readonly hint = "Move the sliders, drag a box into the robot's way. The nearest pair of all is marked; its distance is proven at every picture.";
  private urdf = ARM;
  private scene: World = ROOM;
  private srdf: string | undefined;
  private robot: Held | null = null;
  private q: number[] = [];
  private links: Body[] = [];
  private obstacles: Body[] = [];
  private poses: Pose[] = [];
  private data: Drawn | null = null;
  /** Ends the question about the range that is open. */
  private stopRange: (() => void) | null = null;

  constructor(
    private readonly clearance: Clearance,
    private readonly stage: Stage,
  ) {}

  enter(): void {
    if (!this.robot) this.read();
    const { view } = this.stage;
    view.lasting.clear();
    view.lasting.add(...[...this.links, ...this.obstacles].map((body) => body.object));
    this.controls();
    this.look();
    this.changed();
  }

  /** Another robot, or the same one in another world. */
  open(given: { urdf?: string; srdf?: string; scene?: string }): void {
    const before = { urdf: this.urdf, srdf: this.srdf, scene: this.scene };
    if (given.urdf) Object.assign(this, { urdf: given.urdf, srdf: given.srdf, scene: given.scene ? this.scene : { bodies: [] } });
    if (given.srdf) this.srdf = given.srdf;
    if (given.scene) this.scene = JSON.parse(given.scene) as World;
    try {
      this.read();
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
    this.enter();
  }

  private read(): void {
    this.stopRange?.();
    const made = this.clearance.robot(this.urdf, this.setting());
    const same = this.robot?.joints.map(({ name }) => name).join() === made.joints.map(({ name }) => name).join();
    this.robot?.release();
    this.robot = made;
    if (!same) this.q = made.joints.map(({ limits }) => (limits ? Math.min(Math.max(0, limits[0]), limits[1]) : 0));
    this.data = made.draw() as Drawn;
    const forms = readForms(this.data.forms);
    const count = this.data.links.length + this.data.obstacles.length;
    this.links = this.data.links.map(({ parts }) => new Body(parts, forms, count));
    this.obstacles = this.data.obstacles.map(({ parts }) => new Body(parts, forms, count));
    this.obstacles.forEach((body, i) => body.place(this.data!.obstacles[i].pose));
    this.place();
  }

  private setting(): RobotOptions {
    return { srdf: this.srdf, scene: this.scene, ignoreMimic: true };
  }

  private place(): void {
    const numbers = this.robot!.linkPoses(this.q);
    this.poses = this.links.map((_, i) => [...numbers.subarray(7 * i, 7 * i + 7)] as Pose);
  }

  canDrag = (index: number): boolean => index >= this.links.length;

  /** A body of the world is moved. */
  drag(index: number, by: Vector3, turn: Quaternion): void {
    const body = this.data?.obstacles[index - this.links.length];
    const given = this.scene.bodies.find(({ name }) => name === body?.name);
    if (!body || !given) return;
    body.pose = this.stage.turning ? turnedBy(body.pose, turn) : movedBy(body.pose, by);
    given.pose = { translation: body.pose.slice(0, 3), quaternion: body.pose.slice(3) };
    this.stopRange?.();
    this.stage.soon(() => {
      this.robot!.moveBody(body.name, body.pose);
      this.obstacles[index - this.links.length].place(body.pose);
      this.show();
    });
  }

  look(): void {
    const still = this.obstacles.flatMap((body, i) => body.places.map((place) => moved(this.data!.obstacles[i].pose, place)));
    const links = this.links.flatMap((body, i) => body.places.map((place) => moved(this.poses[i], place)));
    this.stage.view.frame([...links, ...still]);
    this.stage.furnish();
    this.stage.view.look(new Vector3(0.7, -0.9, 0.4).normalize());
  }

  /** The values of all joints, for the tests. */
  set(q: number[]): void {
    this.q = [...q];
    this.changed();
  }

  private changed(): void {
    this.stage.soon(() => this.show());
  }

  private show(): void {
    const robot = this.robot!;
    const found = robot.clearance(this.q);
    this.place();
    const { view, colours } = this.stage;
    const meets = (found?.upper ?? 1) <= 0;
    const lit = (name: string) => found?.pair.includes(name) ?? false;
    const strong = (name: string) => (meets ? colours.nearest : found?.pair[0] === name ? colours.a : colours.b);
    this.links.forEach((body, i) => {
      const { name } = this.data!.links[i];
      body.place(this.poses[i]);
      body.paint(lit(name) ? strong(name) : colours.link, lit(name) ? 0.9 : 0.6);
    });
    this.obstacles.forEach((body, i) => {
      const { name } = this.data!.obstacles[i];
      body.paint(lit(name) ? strong(name) : colours.fixed, lit(name) ? 0.8 : 0.5);
    });
    if (!found) {
      view.show([], []);
      this.stage.answer([element("p", "big", "nothing to check"), element("p", "says", "No pair of links or bodies is checked.")]);
      return;
    }
    const ends: [Place, Place] = [found.witnessA, found.witnessB];
    const middle = ends[0].map((x, k) => (x + ends[1][k]) / 2) as Place;
    const label = { text: metres(Math.abs(found.signedDistance)), at: middle, kind: "nearest" };
    view.show([...ends.map((end) => mark(dot(end, view.size * 0.007, colours.nearest))), mark(segments([ends], colours.nearest, 4))], [label]);
    const bounds = element("p", "says bounds");
    bounds.append("the least of all pairs is between ", element("b", "", `${found.lower}`), " and ", element("b", "", `${found.upper}`));
    const status = meets ? "overlapping" : found.collides === null ? "undecided" : "separated";
    const words = meets ? `hits: ${metres(-found.signedDistance)} deep` : `${metres(found.signedDistance)} clear`;
    this.stage.answer([element("p", `big ${status}`, words), element("p", "says", `nearest: ${found.pair.join(" and ")}`), bounds]);
    this.stage.element.dataset.signed = `${found.signedDistance}`;
  }

  private controls(): void {
    const joints = this.robot!.joints.map(({ name, kind, limits }, i) => {
      const box = element("label", "joint");
      const [low, high] = limits ?? [-TURN, TURN];
      const input = slider(low, high, (high - low) / 1000, this.q[i], name);
      const shown = document.createElement("output");
      const unit = kind === "prismatic" ? (x: number) => metres(x) : (x: number) => `${((x * 180) / Math.PI).toFixed(0)}°`;
      shown.textContent = unit(this.q[i]);
      input.addEventListener("input", () => {
        // The ends of a slider are rounded.
        this.q[i] = Math.min(Math.max(Number(input.value), low), high);
        shown.textContent = unit(this.q[i]);
        this.changed();
      });
      const label = element("span", "", name);
      label.title = name;
      box.append(label, input, shown);
      return box;
    });
    const buttons = element("div", "buttons");
    buttons.append(this.stage.button("any pose", () => this.random()), this.stage.button("can it ever hit?", () => this.range()), this.stage.turnButton());
    this.stage.controls([element("h2", "", this.robot!.name), ...joints, buttons]);
    const notes = this.robot!.notes.map((note) => element("p", "says", note));
    const about = element("p", "says", "Drop a URDF with its mesh files (or its whole folder), an SRDF, or a scene for the robot to stand in.");
    const result = element("div", "");
    result.id = "range";
    this.stage.more([result, about, ...notes]);
  }

  private random(): void {
    this.q = this.robot!.joints.map(({ limits }) => {
      const [low, high] = limits ?? [-TURN, TURN];
      return low + (high - low) * Math.random();
    });
    this.controls();
    this.changed();
  }

  /** The least clearance over all that the joints can do: proven, or a pose that hits. The page stays live meanwhile; a body that is dragged ends the question. */
  private range(): void {
    this.stopRange?.();
    const box = document.getElementById("range")!;
    box.replaceChildren(element("p", "says", "looking at all that the joints can do .."));
    const { found, stop } = leastOverRange(this.urdf, this.setting(), { cells: CELLS, width: 1e-3 });
    this.stopRange = () => {
      stop();
      this.stopRange = null;
      document.getElementById("range")?.replaceChildren();
    };
    found.then((answer) => this.stage.trying(() => this.showRange(answer)), (error) => this.stage.trouble(error));
  }

  private showRange(found: LeastClearance): void {
    this.stopRange = null;
    const pair = found.pair?.join(" and ") ?? "";
    if (found.collides === true) {
      this.q = found.worst;
      this.controls();
      this.changed();
    }
    const says = {
      true: `Yes: ${pair} hit, as shown.`,
      false: `Never: over all poses at least ${metres(found.lower)} stay, proven.`,
      null: `Not known after ${found.cells} cells: between ${Number.isFinite(found.lower) ? metres(found.lower) : "nothing"} and ${metres(found.upper)}, ${pair}.`,
    };
    document.getElementById("range")?.replaceChildren(element("p", "", says[`${found.collides}`]));
  }
}
