// Two shapes that are dragged: what is between them, and how the solver finds it.

import { Quaternion, Vector3 } from "three";

import type { Body as Held, Clearance, Proximity } from "../../../bindings/wasm/package/clearance.js";
import { Body } from "../shared/bodies";
import { element } from "../shared/elements";
import { readForms } from "../shared/forms";
import type { Place } from "../shared/place";
import { moved, type Pose } from "../shared/poses";
import { dot, mark, segments } from "../shared/shapes";
import { metres } from "../shared/units";
import type { Label } from "../shared/view";
import type { Trace } from "../trace/data";
import { KINDS } from "./kinds";
import type { Stage } from "./stage";
import { Steps } from "./steps";

interface Side {
  name: "A" | "B";
  /** What it is called in the list of kinds, or the name of a file. */
  kind: string;
  /** Its shape by a size. */
  shape: (size: number) => object;
  size: number;
  pose: Pose;
  held: Held;
  drawn: Body;
}

const START: [Pose, Pose] = [
  [-0.9, 0, 0, 1, 0, 0, 0],
  [1.1, 0.5, 0.25, 0.8, 0.2, 0.4, 0.4],
];

const HERE: Pose = [0, 0, 0, 1, 0, 0, 0];

/** A trace that takes longer than this, in milliseconds, waits until the hand rests. */
const PROMPT = 14;

export class Pair {
  readonly hint = "Drag a shape. The red line is the shortest way from one to the other; every number on this page is proven.";
  private sides: Side[] = [];
  private readonly steps: Steps;
  private slow = false;
  private later: number | undefined;
  private traced: string | null = null;
  /** What the page itself wrote into the box of the case. */
  private offered = "";

  constructor(
    private readonly clearance: Clearance,
    private readonly stage: Stage,
  ) {
    this.steps = new Steps(stage);
  }

  /** Shows this mode; the shapes are where they were. */
  enter(): void {
    if (this.sides.length === 0) {
      this.sides = [this.side("A", KINDS[0].name, KINDS[0].shape, START[0]), this.side("B", KINDS[2].name, KINDS[2].shape, START[1])];
    }
    const { view } = this.stage;
    view.lasting.clear();
    view.lasting.add(...this.sides.map(({ drawn }) => drawn.object));
    this.controls();
    this.look();
    this.changed();
  }

  private side(name: "A" | "B", kind: string, shape: (size: number) => object, pose: Pose, size = 1): Side {
    const held = this.clearance.body(shape(size));
    return { name, kind, shape, size, pose, held, drawn: drawnBody(held) };
  }

  private replace(i: number, kind: string, shape: (size: number) => object, size: number): void {
    const old = this.sides[i];
    const made = this.side(old.name, kind, shape, old.pose, size);
    old.held.release();
    this.stage.view.lasting.clear();
    this.sides[i] = made;
    this.stage.view.lasting.add(...this.sides.map(({ drawn }) => drawn.object));
    this.changed();
  }

  drag(index: number, by: Vector3, turn: Quaternion): void {
    const side = this.sides[index];
    if (!side) return;
    side.pose = this.stage.turning ? turnedBy(side.pose, turn) : movedBy(side.pose, by);
    this.changed();
  }
  canDrag = (index: number): boolean => index < this.sides.length;

  look(): void {
    this.stage.view.frame(this.sides.flatMap(({ drawn, pose }) => drawn.places.map((place) => moved(pose, place))));
    this.stage.furnish();
    this.stage.view.look(new Vector3(0.25, -1.1, 0.55).normalize());
    this.steps.look();
  }

  /**
   * Mesh files in the unit that they have, each where its file puts it, as `clearance distance` has them: the first replaces A, or with two A and B. Beside one mesh the other
   * shape is made as large as it.
   */
  open(names: string[]): void {
    const only = names.length === 1;
    names.slice(0, 2).forEach((name, k) => {
      const i = only ? (this.sides[0].kind === name ? 1 : 0) : k;
      const shape = (size: number) => ({ kind: "mesh", file: name, scale: size });
      this.sides[i].pose = HERE;
      this.replace(i, name, shape, 1);
      const other = this.sides[1 - i];
      if (only && KINDS.some(({ name: known }) => known === other.kind)) {
        const factor = this.sides[i].drawn.size / other.drawn.size;
        const [x, y, z, ...turn] = other.pose;
        other.pose = [factor * x, factor * y, factor * z, ...turn] as Pose;
        this.replace(1 - i, other.kind, other.shape, other.size * factor);
      }
    });
    this.controls();
    this.look();
  }

  /** The case of a line of the format: convex shapes or meshes of space. */
  openCase(line: string): void {
    const given = JSON.parse(line) as { dim?: number; a: { shape: object; pose?: object }; b: { shape: object; pose?: object } };
    if (given.dim === 2) throw new Error("the case is in the plane, expected \"dim\": 3; clearance trace shows it");
    const shown = (["a", "b"] as const).map((key, i) => {
      const { shape, pose } = given[key];
      const side = this.side(i === 0 ? "A" : "B", "as JSON", () => shape, readPose(pose));
      return side;
    });
    this.sides.forEach(({ held }) => held.release());
    this.sides = shown;
    this.enter();
  }

  private case(): string {
    const [a, b] = this.sides.map(({ shape, size, pose }) => ({ shape: shape(size), pose: { translation: pose.slice(0, 3), quaternion: pose.slice(3) } }));
    return JSON.stringify({ a, b });
  }

  private changed(): void {
    this.stage.soon(() => this.show());
  }

  /** What is between the bodies now. */
  private show(): void {
    const [a, b] = this.sides;
    const found = this.clearance.signedDistance(a.held, b.held, { poseA: a.pose, poseB: b.pose });
    const { view, colours } = this.stage;
    const meets = found.status === "overlapping" || found.status === "touching";
    this.sides.forEach((side, i) => {
      side.drawn.place(side.pose);
      side.drawn.paint(i === 0 ? colours.a : colours.b, meets ? 0.42 : 0.6);
    });
    const ends: [Place, Place] = [found.witnessA, found.witnessB];
    const objects = ends.map((end) => mark(dot(end, view.size * 0.011, colours.nearest)));
    const length = Math.abs(found.signedDistance ?? 0);
    const middle = ends[0].map((x, k) => (x + ends[1][k]) / 2) as Place;
    const labels: Label[] = this.sides.map((side, i) => ({ text: side.name, at: side.drawn.label(), kind: i === 0 ? "a" : "b" }));
    labels.push({ text: found.signedDistance === null ? "overlap" : metres(length), at: middle, kind: "nearest" });
    view.show([...objects, mark(segments([ends], colours.nearest, 4))], labels);
    this.stage.answer(sentences(found));
    this.stage.element.dataset.signed = `${found.signedDistance}`;
    this.trace();
  }

  /** The difference and the steps: at once if that is quick, else when the hand rests. */
  private trace(): void {
    clearTimeout(this.later);
    if (!this.slow) return this.step();
    this.later = setTimeout(() => this.step(), 120);
  }

  private step(): void {
    const line = this.case();
    if (line === this.traced) return;
    this.traced = line;
    const begin = performance.now();
    let trace: Trace | null = null;
    let why = "";
    try {
      trace = this.clearance.trace(line) as Trace;
    } catch {
      why = "The difference is drawn for convex shapes; this one is made of many, and every pair of parts is answered for.";
    }
    this.steps.show(trace, why);
    this.slow = performance.now() - begin > PROMPT;
    const box = document.getElementById("case") as HTMLTextAreaElement | null;
    if (box) this.offer(box, line);
  }

  /** Writes the case into its box, unless the text in it was edited. */
  private offer(box: HTMLTextAreaElement, line: string): void {
    if (box.value !== this.offered) return;
    box.value = line;
    this.offered = line;
  }

  private controls(): void {
    const made = this.sides.map((side, i) => {
      const box = element("div", `body-controls ${side.name.toLowerCase()}`);
      const choice = document.createElement("select");
      choice.setAttribute("aria-label", `shape ${side.name}`);
      const listed = KINDS.some((kind) => kind.name === side.kind);
      for (const { name } of KINDS) choice.append(new Option(name, name, false, name === side.kind));
      if (!listed) choice.append(new Option(side.kind, side.kind, true, true));
      // A fifth to twice of what it was when the list was made, in equal steps.
      const size = slider(0.2 * side.size, 2 * side.size, 0.01 * side.size, side.size, `size of ${side.name}`);
      choice.addEventListener("change", () => {
        const kind = KINDS.find((kind) => kind.name === choice.value);
        if (kind) this.replace(i, kind.name, kind.shape, Number(size.value));
      });
      size.addEventListener("input", () => this.replace(i, this.sides[i].kind, this.sides[i].shape, Number(size.value)));
      box.append(element("strong", side.name.toLowerCase(), side.name), choice, element("span", "", "size"), size);
      return box;
    });
    const buttons = element("div", "buttons");
    buttons.append(
      this.stage.button("surprise me", () => this.surprise()),
      this.stage.button("put them apart", () => this.apart()),
      this.stage.turnButton(),
    );
    this.stage.controls([...made, buttons]);
    this.stage.more([explanation(), this.caseBox()]);
  }

  private surprise(): void {
    for (const i of [0, 1]) {
      const kind = KINDS[Math.floor(Math.random() * KINDS.length)];
      const q = new Quaternion().random();
      const aside = (i === 0 ? -1 : 1) * (0.3 + 0.7 * Math.random());
      this.sides[i].pose = [aside, Math.random() - 0.5, Math.random() - 0.5, q.w, q.x, q.y, q.z];
      this.replace(i, kind.name, kind.shape, 0.6 + 0.6 * Math.random());
    }
    this.controls();
    this.look();
  }

  private apart(): void {
    const [a, b] = this.sides;
    const found = this.clearance.signedDistance(a.held, b.held, { poseA: a.pose, poseB: b.pose });
    const far = Math.max(0, -(found.signedDistance ?? found.lower)) + 0.25 * Math.max(a.drawn.size, b.drawn.size);
    b.pose = movedBy(b.pose, new Vector3(...found.normal).multiplyScalar(far));
    this.changed();
    this.look();
  }

  private caseBox(): HTMLElement {
    const details = document.createElement("details");
    details.append(element("summary", "", "these two as JSON, to change and step again"));
    const box = document.createElement("textarea");
    box.id = "case";
    box.spellcheck = false;
    box.setAttribute("aria-label", "the case as JSON");
    details.append(box, this.stage.button("show this case", () => this.stage.trying(() => this.openCase(box.value))));
    this.offered = "";
    details.addEventListener("toggle", () => this.offer(box, this.case()));
    return details;
  }
}

/** How a body of the library looks. */
export function drawnBody(held: Held): Body {
  const { forms, parts } = held.draw() as { forms: Parameters<typeof readForms>[0]; parts: ConstructorParameters<typeof Body>[0] };
  return new Body(parts, readForms(forms), 2);
}

export function movedBy(pose: Pose, by: Vector3): Pose {
  const [x, y, z, ...rest] = pose;
  return [x + by.x, y + by.y, z + by.z, ...rest] as Pose;
}

export function turnedBy(pose: Pose, turn: Quaternion): Pose {
  const [x, y, z, w, i, j, k] = pose;
  const q = turn.clone().multiply(new Quaternion(i, j, k, w)).normalize();
  return [x, y, z, q.w, q.x, q.y, q.z];
}

function readPose(pose: object | undefined): Pose {
  const { translation = [0, 0, 0], quaternion = [1, 0, 0, 0], rpy, ...others } = (pose ?? {}) as { translation?: number[]; quaternion?: number[]; rpy?: number[] };
  const [other] = Object.keys(others);
  if (other) throw new Error(`pose: "${other}" cannot be dragged, expected "translation" with "quaternion" or "rpy"`);
  if (!rpy) return [...translation, ...quaternion] as Pose;
  const [x, y, z] = rpy.map((angle, k) => new Quaternion().setFromAxisAngle(new Vector3(k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0), angle));
  const q = z.multiply(y).multiply(x);
  return [...translation, q.w, q.x, q.y, q.z] as Pose;
}

export function slider(min: number, max: number, step: number, value: number, label: string): HTMLInputElement {
  const made = document.createElement("input");
  Object.assign(made, { type: "range", min: `${min}`, max: `${max}`, step: `${step}`, value: `${value}` });
  made.setAttribute("aria-label", label);
  return made;
}

function sentences(found: Proximity): HTMLElement[] {
  const { signedDistance, status, lower, upper, proven } = found;
  const words = {
    separated: `${metres(signedDistance ?? 0)} apart`,
    touching: "they touch",
    overlapping: signedDistance === null ? "they overlap" : `${metres(-signedDistance)} deep`,
    undecided: "too close to call",
  };
  const says = {
    separated: "The red line is the shortest way from A to B.",
    touching: "They have a point in common, and no more.",
    overlapping: signedDistance === null ? "At least one is not convex: its depth lies between the bounds." : "Push B along the red line by this much, and they only touch.",
    undecided: "Whether they touch is within rounding.",
  };
  const bounds = element("p", "says bounds");
  bounds.append("proven between ", element("b", "", `${lower}`), " and ", element("b", "", `${upper}`));
  return [element("p", `big ${status}`, words[status]), element("p", "says", says[status] + (proven ? "" : " (not decided)")), bounds];
}

function explanation(): HTMLElement {
  const details = document.createElement("details");
  details.append(element("summary", "", "what the right view shows"));
  for (const text of [
    "All points a − b, with a in A and b in B: the Minkowski difference. A and B touch exactly when it holds the origin O, and their distance is how far O is from it.",
    "The solver never builds it. It asks for the farthest point in a direction (purple), keeps a few of them (green), and goes to the nearest point to O (red). Each plane through a purple point proves a lower bound, each green simplex an upper one; when they meet, that is the answer. This is GJK.",
    "If O is inside, a polytope (gold) grows from within until its nearest facet is one of the difference: the depth. This is EPA.",
  ]) details.append(element("p", "", text));
  return details;
}
