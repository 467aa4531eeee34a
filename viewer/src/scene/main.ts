// The page of a scene: the bodies, what was found between them, and the boxes of the tree on demand.

import { type Color, type Object3D, Vector3 } from "three";

import { Body, moved } from "../shared/bodies";
import { chart } from "../shared/bounds";
import { onSchemeChange, readColours } from "../shared/colours";
import type { Place } from "../shared/place";
import { Player } from "../shared/player";
import { arrow, dot, plane, segments } from "../shared/shapes";
import { type Label, View } from "../shared/view";
import { place, readScene, type Row } from "./data";
import { details, length, list } from "./list";

const NAMES = ["a", "b", "body", "fixed", "box", "nearest", "support", "edge"] as const;
/** Names of more bodies than this would hide the scene. */
const NAMED = 30;

const scene = readScene();
const flat = scene.dim === 2;
const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [names, slab, others] = ["names", "slab", "others"].map((name) => byId<HTMLInputElement>(`show-${name}`));
const depth = byId<HTMLInputElement>("depth");
const numbers = new Map(scene.bodies.map((body, i) => [body.name, i]));

let colours = readColours(NAMES);
let chosen = 0;
const view = new View(byId("view"), flat);
const bodies = scene.bodies.map((body) => new Body(body.solids, colours.body, 0.5));
view.lasting.add(...bodies.map((body) => body.object));

/** The colour of a body: of the chosen pair, of the fixed, or of the others. */
function colourOf(i: number, row: Row | undefined): Color {
  if (row && numbers.get(row.a) === i) return colours.a;
  if (row && numbers.get(row.b) === i) return colours.b;
  return scene.bodies[i].fixed ? colours.fixed : colours.body;
}

/** The gap between two witness points: the segment, and the slab that parts the bodies or the way out. */
function pair(row: Row): [(Object3D | null)[], Label[]] {
  const [a, b] = [place(row.witness_a), place(row.witness_b)];
  const size = view.size;
  const made: (Object3D | null)[] = [dot(a, size * 0.007, colours.nearest), dot(b, size * 0.007, colours.nearest)];
  made.push(segments([[a, b]], colours.nearest, 3));
  const deep = row.local_depth ?? -(row.signed_distance ?? 0);
  if (deep > 0) {
    const way = a.map((x, i) => x + deep * (row.normal[i] ?? 0)) as Place;
    made.push(arrow(a, way, size * 0.03, colours.nearest));
  } else if (slab.checked) {
    for (const at of [a, b]) made.push(plane(at, place(row.normal), size * (flat ? 0.12 : 0.07), flat, colours.support));
  }
  const middle = a.map((x, i) => (x + b[i]) / 2) as Place;
  const text = `${length(row)}, bounds ${(row.upper - row.lower).toExponential(0)} wide`;
  return [made, [{ text, at: middle, kind: "nearest" }]];
}

/** The twelve edges of a box. */
function edges([low, high]: [Place, Place]): [Place, Place][] {
  const corner = (i: number): Place => [0, 1, 2].map((k) => ((i >> k) & 1 ? high : low)[k]) as Place;
  const ends: [Place, Place][] = [];
  for (let i = 0; i < 8; i++) for (const k of [1, 2, 4]) if (!(i & k)) ends.push([corner(i), corner(i | k)]);
  return ends;
}

function show(current: number): void {
  const frame = scene.frames[current];
  if (!frame) return;
  chosen = Math.min(chosen, Math.max(0, frame.rows.length - 1));
  const row: Row | undefined = frame.rows[chosen];
  bodies.forEach((body, i) => {
    body.place(frame.poses[i]);
    const lit = row && [row.a, row.b].includes(scene.bodies[i].name);
    body.paint(colourOf(i, row), lit ? 0.45 : 0.4);
  });
  const objects: (Object3D | null)[] = [];
  const labels: Label[] = [];
  scene.bodies.forEach((body, i) => {
    if (!body.plane) return;
    const normal = place(body.plane.normal);
    const foot = normal.map((x) => x * body.plane!.offset) as Place;
    const turned = moved([...frame.poses[i].slice(0, 9), 0, 0, 0], normal);
    objects.push(plane(moved(frame.poses[i], foot), turned, view.size * 0.6, flat, colourOf(i, row)));
  });
  if (others.checked) {
    const ends = frame.rows.filter((other) => other !== row).map((r): [Place, Place] => [place(r.witness_a), place(r.witness_b)]);
    if (ends.length > 0) objects.push(segments(ends, colours.edge, 1.5));
    for (const [a] of ends) objects.push(dot(a, view.size * 0.004, colours.edge));
  }
  const level = Number(depth.value);
  byId("depth-name").textContent = level === 0 ? "no tree boxes" : `tree boxes, depth ${level - 1}`;
  const boxes = level === 0 ? [] : frame.boxes.filter(([d]) => d === level - 1).map(([, low, high]) => edges([low, high]));
  if (boxes.length > 0) objects.push(segments(boxes.flat(), colours.box, 1.5));
  scene.bodies.forEach((body, i) => {
    const side = row && (row.a === body.name ? "a" : row.b === body.name ? "b" : "");
    if (body.solids.length > 0 && (names.checked || side)) labels.push({ text: body.name, at: bodies[i].label(), kind: side || "body" });
  });
  if (row) {
    const [drawn, named] = pair(row);
    objects.push(...drawn);
    labels.push(...named);
  }
  view.show(objects, labels);
  byId("list").replaceChildren(list(frame.rows, chosen, (i) => ((chosen = i), show(current))));
  byId("details").replaceChildren(...(row ? details(row) : []));
  const time = frame.time === null ? "" : `, ${Number(frame.time.toPrecision(6))} s`;
  byId("count").textContent = `frame ${current} of ${scene.frames.length}${time}`;
  if (scene.frames.length > 1) byId("chart").replaceChildren(chart(least, current, {}, (i) => player.show(i)));
}

/** Bounds of the first answer of each frame. */
const least = scene.frames.map(({ time, rows }, i) => ({
  at: scene.frames.every((frame) => frame.time !== null) ? time! : i,
  lower: rows[0]?.lower ?? null,
  upper: rows[0]?.upper ?? null,
}));

const reset = () => view.look(flat ? new Vector3(0, 0, 1) : new Vector3(0.62, -1.1, 0.55).normalize());
const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
byId("title").textContent = scene.title;
document.title = scene.title;
byId("about").textContent = `${count(scene.bodies.length, "body").replace("bodys", "bodies")}, ${count(scene.frames[0]?.rows.length ?? 0, "pair")} told of; every distance has proven bounds`;
names.checked = scene.bodies.length <= NAMED;
depth.max = `${Math.max(0, ...scene.frames.flatMap((frame) => frame.boxes.map(([d]) => d + 2)))}`;
view.frame(
  scene.frames.flatMap((frame) =>
    scene.bodies.flatMap((body, i) => body.solids.flatMap((solid) => solid.points.map((p) => moved(frame.poses[i], p)))),
  ),
);
const player = new Player(scene.frames.length, 120, show, reset);
for (const box of [names, slab, others, depth]) box.addEventListener("input", () => show(player.current));
onSchemeChange(() => {
  colours = readColours(NAMES);
  show(player.current);
});
reset();
player.show(0);
