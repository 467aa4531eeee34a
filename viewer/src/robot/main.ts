// The page of a robot: paths replayed, configurations one by one, clearance with both bounds, the nearest pair lit, hits marked, certificates as strips.

import { type Object3D, Vector3 } from "three";

import { Body } from "../shared/bodies";
import { chart } from "../shared/bounds";
import { onSchemeChange, readColours } from "../shared/colours";
import { readForms } from "../shared/forms";
import { element, row as line } from "../shared/elements";
import { link, linked } from "../shared/link";
import { foot } from "../shared/made";
import type { Place } from "../shared/place";
import { Player } from "../shared/player";
import { moved, type Pose } from "../shared/poses";
import { dot, mark, segments } from "../shared/shapes";
import { metres } from "../shared/units";
import { type Label, View } from "../shared/view";
import { type Path, readRobot, type Sample } from "./data";
import { Joints } from "./joints";
import { rates } from "./rates";
import { report } from "./report";
import { strip } from "./strip";

const NAMES = ["a", "b", "body", "fixed", "nearest", "link", "support", "edge", "grid", "x", "y", "z"] as const;

const data = readRobot();
const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [names, trail, ground, loose] = ["names", "trail", "floor", "loose"].map((name) => byId<HTMLInputElement>(`show-${name}`));
const choice = byId<HTMLSelectElement>("path");

/** Whether the page is about a range of motion: its worst configuration, and the joints from there. */
const ranged = data.paths.some(({ joint }) => joint);

let colours = readColours(NAMES);
let path: Path = data.paths[linked("path") ?? 0] ?? data.paths[0];
/** The link or body that is looked at alone, beside the pair that is nearest. */
let alone: number | null = null;
const view = new View(byId("view"), false);
const forms = readForms(data.forms);
const count = data.links.length + data.obstacles.length;
const links = data.links.map((link) => new Body(link.parts, forms, count));
const obstacles = data.obstacles.map((obstacle) => new Body(obstacle.parts, forms, count));
obstacles.forEach((body, i) => body.place(data.obstacles[i].pose));
/** Faint copies of the links, then of the bodies, where what may be off brings them; made when a path needs them. */
const ghosts: Body[][] = [];
view.lasting.add(...[...links, ...obstacles].map((body) => body.object));

/** Whether the samples are configurations of their own, between which nothing is known. */
const apart = (): boolean => path.result === null;

/** Whether a time lies in the part of the path that is hit or not decided. */
const hit = ({ t }: Sample): boolean =>
  path.result !== "free" && path.t_lower !== null && t >= path.t_lower && t <= (path.t_upper ?? path.t_lower);

/** Where the nearest pair of a sample is closest. */
const ends = ({ witness_a: a, witness_b: b }: Sample): [Place, Place] | null => (a && b ? [a, b] : null);

/** Where a body of the scene is in a sample. */
function posed(sample: Sample, i: number): Pose {
  const place = path.moving?.indexOf(data.obstacles[i].name) ?? -1;
  return sample.bodies?.[place] ?? data.obstacles[i].pose;
}

/** Draws some of where links and moving bodies may be. */
function haunt(sample: Sample): void {
  ghosts.forEach((copies, k) => {
    const off = loose.checked ? sample.off?.[k] : undefined;
    copies.forEach((copy, i) => {
      const place = i < links.length ? -1 : (path.moving?.indexOf(data.obstacles[i - links.length].name) ?? -1);
      const pose = i < links.length ? off?.links[i] : off?.bodies[place];
      copy.object.visible = pose !== undefined;
      if (pose) copy.place(pose);
      copy.paint(colours.support, 0.035);
    });
  });
}

function paint(sample: Sample): void {
  const pair = ends(sample);
  links.forEach((body, i) => body.place(sample.poses[i]));
  obstacles.forEach((body, i) => body.place(posed(sample, i)));
  haunt(sample);
  const hiding = pair ? view.hiding(pair) : new Set<number>();
  const opacity = (i: number, is_lit: boolean, [strong, usual]: [number, number]) =>
    !seen(i) ? 0.04 : is_lit ? strong : hiding.has(i) ? 0.15 : usual;
  const lit = (name: string) => sample.pair?.includes(name) ?? false;
  const seen = (i: number) => alone === null || alone === i || lit([...data.links, ...data.obstacles][i].name);
  const strong = hit(sample) || (sample.upper ?? 1) <= 0 ? colours.nearest : colours.a;
  const [strongLink, strongOther] = [strong, hit(sample) ? colours.nearest : colours.b];
  links.forEach((body, i) => {
    const name = data.links[i].name;
    body.paint(lit(name) ? (sample.pair![0] === name ? strongLink : strongOther) : colours.link, opacity(i, lit(name), [0.95, 0.7]));
  });
  obstacles.forEach((body, i) => {
    const name = data.obstacles[i].name;
    body.paint(lit(name) ? strongOther : colours.fixed, opacity(links.length + i, lit(name), [0.8, 0.45]));
  });
  view.draw();
}

/** Shows the sample nearest to a time. */
function seek(t: number): void {
  const gaps = path.samples.map((other) => Math.abs(other.t - t));
  player.show(gaps.indexOf(Math.min(...gaps)));
}

function show(current: number): void {
  const sample = path.samples[current];
  if (!sample) return;
  paint(sample);
  const objects: (Object3D | null)[] = [];
  const labels: Label[] = [];
  const pair = ends(sample);
  if (pair) {
    for (const end of pair) objects.push(mark(dot(end, view.size * 0.007, colours.nearest)));
    objects.push(segments([pair], colours.nearest, 3));
    const middle = pair[0].map((x, i) => (x + pair[1][i]) / 2) as Place;
    labels.push({ text: metres(sample.lower ?? 0), at: middle, kind: "nearest" });
  }
  if (trail.checked && !apart() && !ranged) {
    const origins = path.samples.map(({ poses }) => poses.at(-1)!.slice(0, 3) as Place);
    const steps = origins.slice(1).map((to, i): [Place, Place] => [origins[i], to]);
    if (steps.length > 0) objects.push(segments(steps, colours.support, 2));
  }
  if (names.checked) {
    data.links.forEach((link, i) => link.parts.length && labels.push({ text: link.name, at: links[i].label(), kind: "body" }));
    data.obstacles.forEach((body, i) => labels.push({ text: body.name, at: obstacles[i].label(), kind: "body" }));
  }
  view.show(objects, labels);
  byId("details").replaceChildren(...details(sample));
  // Of a report each stretch has its own bounds, which hold between the samples too.
  const profile = path.report?.profile.flatMap(({ t0, t1, lower, upper }) => [t0, t1].map((at) => ({ at, lower, upper }))) ?? [];
  const bounds = path.samples.map(({ t, lower, upper }) => ({ at: t, lower, upper }));
  const marks: [number, number][] =
    path.result !== "free" && path.t_lower !== null ? [[path.t_lower, path.t_upper ?? path.t_lower]] : [];
  const across = apart() ? "configuration" : path.unit === "s" ? "time" : "place on the path";
  const extras = { marks, floor: path.clearance_lower, unit: path.unit, across, up: "clearance", apart: apart() };
  joints.show(path, current);
  // The joints have charts of their own.
  byId("chart").hidden = ranged;
  byId("chart").replaceChildren(chart(bounds, current, extras, (i) => player.show(i)));
  byId("profile").hidden = profile.length === 0;
  const seekProfile = (i: number) => seek(profile[i].at);
  if (profile.length > 0) byId("profile-chart").replaceChildren(chart(profile, -1, { ...extras, floor: null, up: "least distance" }, seekProfile));
  byId("floor").hidden = ranged || path.clearance_lower === null;
  byId("chart-key").hidden = ranged || !apart();
  byId("bounds-key").hidden = ranged || apart();
  const moves = path.samples.flatMap(({ t, rates: values }) => (values ? [{ at: t, values }] : []));
  byId("rates").hidden = moves.length === 0;
  if (moves.length > 0) byId("rate-chart").replaceChildren(rates(moves, path.joints ?? [], current, (i) => player.show(i)));
  const end = path.samples.at(-1)?.t ?? 1;
  byId("certificate").hidden = path.intervals.length === 0;
  byId("report").hidden = !path.report;
  byId("strip").replaceChildren(strip(path.intervals, end, sample.t, seek));
  byId("count").textContent = apart()
    ? `${current + 1} of ${path.samples.length}: ${sample.name ?? ""}`
    : `t = ${sample.t.toFixed(3)} of ${+end.toPrecision(6)} ${path.unit}`.trim();
  link({ path: data.paths.indexOf(path), frame: current });
}

/** What is seen, in a sentence. */
function heading(sample: Sample): [string, string] {
  const pair = sample.pair?.join(" and ") ?? "";
  if (apart()) {
    const kind = sample.collides === false ? "free" : sample.collides ? "hit" : "undecided";
    if (!sample.pair) return [kind, `${sample.name}: free`];
    const deep = sample.upper !== null && sample.upper < 0 ? `, ${metres(-sample.upper)} deep` : "";
    const words = { free: `free, ${metres(sample.lower ?? 0)} between ${pair}`, hit: `collides: ${pair}${deep}`, undecided: `undecided: ${pair}` };
    return [kind, `${sample.name}: ${words[kind]}`];
  }
  if (ranged && path.result === "free") return ["free", `never collides: at least ${metres(path.clearance_lower ?? 0)} over the whole range (proven)`];
  if (ranged) return ["hit", `worst: collides: ${pair}, ${metres(-(sample.upper ?? 0))} deep`];
  if (path.result === "free") return ["free", "free over the whole path (proven)"];
  const [who, when] = [path.pair?.join(" and ") ?? "", `at t = ${(path.t_upper ?? path.t_lower ?? 0).toFixed(3)}`];
  return path.result === "hit" ? ["hit", `collides ${when}: ${who}`] : ["undecided", `undecided ${when}: ${who}`];
}

function details(sample: Sample): HTMLElement[] {
  const made = [element("h2", ...heading(sample))];
  if (path.result === "free" && path.clearance_lower !== null) made.push(line(ranged ? "range" : "whole path", `clearance at least ${path.clearance_lower} m (proven)`));
  if (!apart() && !ranged && path.result !== "free" && path.t_lower !== null) {
    made.push(line("between", `t = ${path.t_lower} and ${path.t_upper ?? path.t_lower} ${path.unit}`));
  }
  if (sample.pair) {
    if (!apart()) made.push(element("h3", "", ranged ? "in the worst configuration" : "at the shown configuration"));
    made.push(line("nearest", sample.pair.join(" – ")));
  }
  if (sample.lower !== null) made.push(line("lower", `${sample.lower} m`));
  if (sample.upper !== null) made.push(line("upper", `${sample.upper} m`));
  return made;
}

function choose(index: number, frame = 0): void {
  path = data.paths[index];
  const places = (sample: Sample) =>
    links.flatMap((link, i) => link.places.filter((_, k) => k % 7 === 0).map((p) => moved(sample.poses[i], p)));
  const around = (sample: Sample) => obstacles.flatMap((body, i) => body.places.map((p) => moved(posed(sample, i), p)));
  const some = path.samples.filter((_, i) => i % 5 === 0);
  view.frame([...some.flatMap(places), ...(path.moving?.length ? some : path.samples.slice(0, 1)).flatMap(around)]);
  while (ghosts.length < (path.samples[0]?.off?.length ?? 0)) {
    ghosts.push([...data.links, ...data.obstacles].map((piece) => new Body(piece.parts, forms, 2 * count)));
    view.ghosts.add(...ghosts.at(-1)!.map((body) => body.object));
  }
  byId("off").hidden = byId("off-key").hidden = !path.samples.some((sample) => sample.off?.length);
  furnish();
  player.restart(path.samples.length);
  byId("trail").hidden = apart() || ranged;
  player.show(Math.min(frame, path.samples.length - 1));
  reset();
  if (path.report) {
    byId("report").replaceChildren(...report(path.report, path.unit, data, [seek, picture]));
    show(player.current);
  }
}

/** Pixels of a picture of a pair. */
const PICTURE: [number, number] = [480, 320];

/** A picture of the nearest pair of a sample; null if it has none. */
function picture(sample: Sample): string | null {
  const pair = ends(sample);
  if (!pair) return null;
  paint(sample);
  const marks = pair.map((end) => mark(dot(end, view.size * 0.007, colours.nearest)));
  view.show([...marks, segments([pair], colours.nearest, 3)], []);
  return view.picture(pair, 0.2 * view.size, view.clearest(AROUND, pair), PICTURE);
}

/** Shows a frame of another path from where the eye is. */
function turnTo(other: Path, frame: number): void {
  if (other !== path) {
    path = other;
    choice.selectedIndex = data.paths.indexOf(path);
    player.restart(path.samples.length);
  }
  player.show(frame);
}

/** Directions to look from: the usual one first, then around, from a little above. */
const AROUND = Array.from({ length: 8 }, (_, i) => {
  const angle = -0.95 + (i * Math.PI) / 4;
  return new Vector3(Math.cos(angle), Math.sin(angle), 0.4).normalize();
});

function reset(): void {
  const sample = path.samples[player.current];
  const pair = sample && ends(sample);
  view.look(pair ? view.clearest(AROUND, pair) : AROUND[0]);
  if (sample) paint(sample);
}

/** Looks at the nearest pair from near by. */
function zoom(): void {
  const sample = path?.samples[player.current];
  const pair = sample && ends(sample);
  if (!pair) return;
  view.zoom(pair, 0.06 * view.size);
  paint(sample);
}

function furnish(): void {
  view.furnish({ ...colours, rim: colours.grid }, ground.checked);
}

function isolate(body: number | null): void {
  alone = body === alone ? null : body;
  show(player.current);
}

byId("title").textContent = data.title;
document.title = data.title;
const results = data.paths.filter((p) => p.result !== null).map((p) => p.result);
const counts = (["free", "hit", "undecided"] as const).map((word) => [results.filter((r) => r === word).length, word] as const);
byId("about").textContent = counts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`).join(", ");
data.paths.forEach((p, i) => choice.append(new Option(p.result ? `${p.id}: ${p.result}` : p.id, `${i}`)));
choice.selectedIndex = data.paths.indexOf(path);
choice.hidden = data.paths.length < 2;
byId("foot").append(...foot(data.made, (path?.samples.length ?? 0) > 1, true));
choice.addEventListener("change", () => choose(choice.selectedIndex));
const joints = new Joints(data.paths, turnTo);
byId("joints").append(joints.element);
byId("joints").hidden = !ranged;
const player = new Player(0, 60, show, reset);
for (const box of [names, trail, loose]) box.addEventListener("input", () => show(player.current));
ground.addEventListener("input", furnish);
view.onPick(isolate);
view.onTurned(() => path?.samples[player.current] && paint(path.samples[player.current]));
byId("zoom").addEventListener("click", zoom);
addEventListener("keydown", (event) => (event.key === "Escape" ? isolate(null) : event.key === "z" && zoom()));
onSchemeChange(() => {
  colours = readColours(NAMES);
  furnish();
  show(player.current);
});
if (path) choose(data.paths.indexOf(path), linked("frame") ?? 0);
