// The page of a scene: the bodies, what was found between them, and the boxes of the tree on demand.

import { type Color, type Object3D, Vector3 } from "three";

import { Body } from "../shared/bodies";
import { chart } from "../shared/bounds";
import { onSchemeChange, readColours } from "../shared/colours";
import { readForms } from "../shared/forms";
import { link, linked } from "../shared/link";
import { foot } from "../shared/made";
import type { Place } from "../shared/place";
import { Player } from "../shared/player";
import { moved, turned } from "../shared/poses";
import { arrow, dot, mark, plane, segments } from "../shared/shapes";
import { type Label, View } from "../shared/view";
import { place, readScene, type Row } from "./data";
import { findings, PICTURE } from "./findings";
import { depth as deep, details, length, list } from "./list";

const NAMES = ["a", "b", "body", "fixed", "box", "nearest", "support", "edge", "grid", "x", "y", "z"] as const;
/** Names of more bodies than this would hide the scene. */
const NAMED = 30;

const scene = readScene();
const flat = scene.dim === 2;
const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [names, slab, others, ground] = ["names", "slab", "others", "floor"].map((name) => byId<HTMLInputElement>(`show-${name}`));
const depth = byId<HTMLInputElement>("depth");
const numbers = new Map(scene.bodies.map((body, i) => [body.name, i]));

let colours = readColours(NAMES);
let chosen = linked("pair") ?? 0;
/** The body that is looked at alone, with those that it has a row with. */
let alone: number | null = null;
const view = new View(byId("view"), flat);
const forms = readForms(scene.forms);
const bodies = scene.bodies.map((body) => new Body(body.parts, forms, scene.bodies.length));
view.lasting.add(...bodies.map((body) => body.object));

/** The colour of a body: of the chosen pair, of the fixed, or of the others. */
function colourOf(i: number, row: Row | undefined): Color {
  if (row && numbers.get(row.a) === i) return colours.a;
  if (row && numbers.get(row.b) === i) return colours.b;
  return scene.bodies[i].fixed ? colours.fixed : colours.body;
}

/** The gap between two witness points: the segment, and the separating slab, or the escape translation. */
function pair(row: Row, withPlanes: boolean): [(Object3D | null)[], Label[]] {
  const [a, b] = [place(row.witness_a), place(row.witness_b)];
  const size = view.size;
  const made: (Object3D | null)[] = [a, b].map((at) => mark(dot(at, size * 0.007, colours.nearest)));
  made.push(segments([[a, b]], colours.nearest, 3));
  const depth = deep(row);
  if (depth > 0) {
    const escape = a.map((x, i) => x + depth * (row.normal[i] ?? 0)) as Place;
    made.push(arrow(a, escape, size * 0.03, colours.nearest));
  } else if (withPlanes) {
    for (const at of [a, b]) made.push(mark(plane(at, place(row.normal), size * (flat ? 0.12 : 0.07), flat, colours.support)));
  }
  const middle = a.map((x, i) => (x + b[i]) / 2) as Place;
  const text = length(row);
  return [made, [{ text, at: middle, kind: "nearest" }]];
}

/** The twelve edges of a box. */
function edges([low, high]: [Place, Place]): [Place, Place][] {
  const corner = (i: number): Place => [0, 1, 2].map((k) => ((i >> k) & 1 ? high : low)[k]) as Place;
  const ends: [Place, Place][] = [];
  for (let i = 0; i < 8; i++) for (const k of [1, 2, 4]) if (!(i & k)) ends.push([corner(i), corner(i | k)]);
  return ends;
}

/** Whether a body is seen: all are, but beside one that is isolated. */
function seen(i: number, rows: Row[]): boolean {
  if (alone === null || alone === i) return true;
  const [one, other] = [scene.bodies[alone].name, scene.bodies[i].name];
  return rows.some(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

function isolate(body: number | null): void {
  alone = body === alone ? null : body;
  const name = alone === null ? null : scene.bodies[alone].name;
  const rows = scene.frames[player.current]?.rows ?? [];
  const first = rows.findIndex(({ a, b }) => a === name || b === name);
  if (first >= 0) chosen = first;
  show(player.current);
}

const isLit = (i: number, row: Row | undefined): boolean => row !== undefined && [row.a, row.b].includes(scene.bodies[i].name);

/** Colours the bodies; those between the eye and the closest points fade. */
function paint(): void {
  const frame = scene.frames[player.current];
  const row: Row | undefined = frame?.rows[chosen];
  if (!frame) return;
  const hiding = row ? view.hiding(ends(row)) : new Set<number>();
  bodies.forEach((body, i) => {
    const lit = isLit(i, row);
    body.paint(colourOf(i, row), !seen(i, frame.rows) ? 0.04 : lit ? (hiding.has(i) ? 0.3 : 0.5) : hiding.has(i) ? 0.1 : 0.4);
  });
  view.draw();
}

/** Where the pair of a row is closest. */
const ends = (row: Row): [Place, Place] => [place(row.witness_a), place(row.witness_b)];

/** Looks at the pair from near by, at least at a third of the smaller body. */
function zoom(): void {
  const row = scene.frames[player.current]?.rows[chosen];
  if (!row) return;
  const sizes = [row.a, row.b].map((name) => bodies[numbers.get(name)!].size).filter((size) => size > 0);
  view.zoom(ends(row), 0.35 * Math.min(view.size, ...sizes));
  paint();
}

/** A direction that sees a gap from its side. */
function across(from: Vector3, row: Row): Vector3 {
  const normal = new Vector3(...place(row.normal));
  return from.clone().addScaledVector(normal, -0.97 * from.dot(normal)).normalize();
}

/** A picture of a pair from near by, from where it is hidden least; the others are faint. */
function picture(row: Row): string {
  const frame = scene.frames[0];
  const lit = bodies.map((_, i) => isLit(i, row));
  bodies.forEach((body, i) => {
    body.place(frame.poses[i]);
    body.paint(colourOf(i, row), lit[i] ? 0.55 : 0.04);
    body.object.visible = lit[i];
  });
  const usual = flat ? [new Vector3(0, 0, 1)] : AROUND.map((from) => across(from, row));
  const from = view.clearest(usual, ends(row));
  for (const body of bodies) body.object.visible = true;
  const size = Math.min(view.size, ...[row.a, row.b].map((name) => bodies[numbers.get(name)!].size).filter((size) => size > 0));
  view.show(pair(row, false)[0], []);
  // A gap fills a tenth of the picture, unless it is small beside the bodies.
  const gap = row.status === "separated" ? Math.max(5 * row.upper, 0.2 * size) : size;
  const made = view.picture(ends(row), 0.8 * Math.min(gap, size), from, PICTURE);
  show(player.current);
  return made;
}

/** The cards of a report below the view. */
function report(): void {
  const choose = (i: number) => {
    chosen = i;
    player.show(0);
    reset();
    scrollTo({ top: 0, behavior: "smooth" });
  };
  const cards = findings(scene.frames[0]?.rows ?? [], choose, picture);
  byId("findings").replaceChildren(...cards);
  byId("findings").hidden = cards.length === 0;
  document.body.classList.toggle("report", cards.length > 0);
}

function show(current: number): void {
  const frame = scene.frames[current];
  if (!frame) return;
  chosen = Math.min(chosen, Math.max(0, frame.rows.length - 1));
  const row: Row | undefined = frame.rows[chosen];
  bodies.forEach((body, i) => body.place(frame.poses[i]));
  paint();
  const objects: (Object3D | null)[] = [];
  const labels: Label[] = [];
  scene.bodies.forEach((body, i) => {
    if (!body.plane) return;
    const normal = place(body.plane.normal);
    const foot = normal.map((x) => x * body.plane!.offset) as Place;
    objects.push(plane(moved(frame.poses[i], foot), turned(frame.poses[i], normal), view.size * 0.6, flat, colourOf(i, row)));
  });
  if (others.checked) {
    const pairs = frame.rows.filter((other) => other !== row).map(ends);
    if (pairs.length > 0) objects.push(segments(pairs, colours.edge, 1.5));
    for (const [a] of pairs) objects.push(mark(dot(a, view.size * 0.004, colours.edge)));
  }
  const level = Number(depth.value);
  byId("depth-name").textContent = level === 0 ? "tree boxes: off" : `tree boxes, depth ${level - 1}`;
  const boxes = level === 0 ? [] : frame.boxes.filter(([d]) => d === level - 1).map(([, low, high]) => edges([low, high]));
  if (boxes.length > 0) objects.push(segments(boxes.flat(), colours.box, 1.5));
  scene.bodies.forEach((body, i) => {
    const side = row && (row.a === body.name ? "a" : row.b === body.name ? "b" : "");
    if (body.parts.length > 0 && seen(i, frame.rows) && (names.checked || side)) labels.push({ text: body.name, at: bodies[i].label(), kind: side || "body" });
  });
  if (row) {
    const [drawn, named] = pair(row, slab.checked);
    objects.push(...drawn);
    labels.push(...named);
  }
  view.show(objects, labels);
  byId("list").replaceChildren(list(frame.rows, chosen, (i) => ((chosen = i), show(current))));
  byId("details").replaceChildren(...(row ? details(row) : []));
  const time = frame.time === null ? "" : `, ${Number(frame.time.toPrecision(6))} s`;
  byId("count").textContent = `frame ${current} of ${scene.frames.length}${time}`;
  link({ frame: current, pair: chosen });
  if (scene.frames.length > 1) byId("chart").replaceChildren(chart(least, current, axes, (i) => player.show(i)));
}

/** Bounds of the first answer of each frame. */
const least = scene.frames.map(({ time, rows }, i) => ({
  at: scene.frames.every((frame) => frame.time !== null) ? time! : i,
  lower: rows[0]?.lower ?? null,
  upper: rows[0]?.upper ?? null,
}));

const axes = { across: scene.frames.every((frame) => frame.time !== null) ? "time" : "frame", unit: scene.frames.every((frame) => frame.time !== null) ? "s" : "", up: "least signed distance" };

/** Directions to look from: the usual one first, then around, from a little above. */
const AROUND = Array.from({ length: 8 }, (_, i) => {
  const angle = -1.05 + (i * Math.PI) / 4;
  return new Vector3(Math.cos(angle), Math.sin(angle), 0.45).normalize();
});

function reset(): void {
  const row = scene.frames[player.current]?.rows[chosen];
  const usual = flat ? [new Vector3(0, 0, 1)] : AROUND;
  view.look(row && !flat ? view.clearest(usual, ends(row)) : usual[0]);
  paint();
}
const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
byId("title").textContent = scene.title;
document.title = scene.title;
byId("about").textContent = `${count(scene.bodies.length, "body").replace("bodys", "bodies")}, ${count(scene.frames[0]?.rows.length ?? 0, "pair")} reported; every distance has proven bounds`;
byId("foot").append(...foot(scene.made, scene.frames.length > 1, true));
byId<HTMLButtonElement>("zoom").disabled = !scene.frames.some((frame) => frame.rows.length > 0);
names.checked = scene.bodies.length <= NAMED;
depth.max = `${Math.max(0, ...scene.frames.flatMap((frame) => frame.boxes.map(([d]) => d + 2)))}`;
view.frame(
  // A body that stays is looked at once.
  scene.frames.flatMap((frame, f) =>
    bodies.flatMap((body, i) => (f > 0 && scene.frames[f - 1].poses[i] === frame.poses[i] ? [] : body.places.map((p) => moved(frame.poses[i], p)))),
  ),
);
const furnish = () => view.furnish({ ...colours, rim: colours.grid }, ground.checked);
const player = new Player(scene.frames.length, 120, show, reset);
for (const box of [names, slab, others, depth]) box.addEventListener("input", () => show(player.current));
ground.checked = !flat && !scene.bodies.some((body) => body.plane);
ground.addEventListener("input", furnish);
view.onPick(isolate);
view.onTurned(paint);
byId("zoom").addEventListener("click", zoom);
addEventListener("keydown", (event) => (event.key === "Escape" ? isolate(null) : event.key === "z" && zoom()));
onSchemeChange(() => {
  colours = readColours(NAMES);
  furnish();
  show(player.current);
  report();
});
furnish();
player.show(linked("frame") ?? 0);
reset();
report();
