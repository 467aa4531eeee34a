// The page of a robot: paths replayed, configurations one by one, clearance with both bounds, the nearest pair lit, hits marked, certificates as strips.

import { type Object3D, Vector3 } from "three";

import { Body, moved } from "../shared/bodies";
import { chart } from "../shared/bounds";
import { onSchemeChange, readColours } from "../shared/colours";
import { element, row as line } from "../shared/elements";
import { link, linked } from "../shared/link";
import { foot } from "../shared/made";
import type { Place } from "../shared/place";
import { Player } from "../shared/player";
import { dot, segments } from "../shared/shapes";
import { metres } from "../shared/units";
import { type Label, View } from "../shared/view";
import { type Path, readRobot, type Sample } from "./data";
import { strip } from "./strip";

const NAMES = ["a", "b", "body", "fixed", "nearest", "link", "support", "edge", "grid", "x", "y", "z"] as const;

const data = readRobot();
const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [names, trail, ground] = ["names", "trail", "floor"].map((name) => byId<HTMLInputElement>(`show-${name}`));
const choice = byId<HTMLSelectElement>("path");

let colours = readColours(NAMES);
let path: Path = data.paths[linked("path") ?? 0] ?? data.paths[0];
/** The link or body that is looked at alone, beside the pair that is nearest. */
let alone: number | null = null;
const view = new View(byId("view"), false);
const links = data.links.map((link) => new Body(link.solids, colours.link, 0.75));
const obstacles = data.obstacles.map((obstacle) => new Body(obstacle.solids, colours.fixed, 0.5));
obstacles.forEach((body, i) => body.place(data.obstacles[i].pose));
view.lasting.add(...[...links, ...obstacles].map((body) => body.object));

/** Whether the samples are configurations of their own, between which nothing is known. */
const apart = (): boolean => path.result === null;

/** Whether a time lies in the part of the path that is hit or not decided. */
const hit = ({ t }: Sample): boolean =>
  path.result !== "free" && path.t_lower !== null && t >= path.t_lower && t <= (path.t_upper ?? path.t_lower);

function paint(sample: Sample): void {
  const lit = (name: string) => sample.pair?.includes(name) ?? false;
  const seen = (i: number) => alone === null || alone === i || lit([...data.links, ...data.obstacles][i].name);
  const strong = hit(sample) || (sample.upper ?? 1) <= 0 ? colours.nearest : colours.a;
  const [strongLink, strongOther] = [strong, hit(sample) ? colours.nearest : colours.b];
  links.forEach((body, i) => {
    body.place(sample.poses[i]);
    const name = data.links[i].name;
    body.paint(lit(name) ? (sample.pair![0] === name ? strongLink : strongOther) : colours.link, !seen(i) ? 0.04 : lit(name) ? 0.95 : 0.7);
  });
  obstacles.forEach((body, i) => {
    const name = data.obstacles[i].name;
    body.paint(lit(name) ? strongOther : colours.fixed, !seen(links.length + i) ? 0.04 : lit(name) ? 0.8 : 0.45);
  });
}

function show(current: number): void {
  const sample = path.samples[current];
  if (!sample) return;
  paint(sample);
  const objects: (Object3D | null)[] = [];
  const labels: Label[] = [];
  if (sample.witness_a && sample.witness_b) {
    const ends: [Place, Place] = [sample.witness_a, sample.witness_b];
    for (const end of ends) objects.push(dot(end, view.size * 0.007, colours.nearest));
    objects.push(segments([ends], colours.nearest, 3));
    const middle = ends[0].map((x, i) => (x + ends[1][i]) / 2) as Place;
    labels.push({ text: metres(sample.lower ?? 0), at: middle, kind: "nearest" });
  }
  if (trail.checked && !apart()) {
    const origins = path.samples.map(({ poses }) => poses.at(-1)!.slice(9) as Place);
    const ends = origins.slice(1).map((to, i): [Place, Place] => [origins[i], to]);
    if (ends.length > 0) objects.push(segments(ends, colours.support, 2));
  }
  if (names.checked) {
    data.links.forEach((link, i) => link.solids.length && labels.push({ text: link.name, at: links[i].label(), kind: "body" }));
    data.obstacles.forEach((body, i) => labels.push({ text: body.name, at: obstacles[i].label(), kind: "body" }));
  }
  view.show(objects, labels);
  byId("details").replaceChildren(...details(sample));
  const seek = (t: number) => {
    const gaps = path.samples.map((other) => Math.abs(other.t - t));
    player.show(gaps.indexOf(Math.min(...gaps)));
  };
  const bounds = path.samples.map(({ t, lower, upper }) => ({ at: t, lower, upper }));
  const marks: [number, number][] =
    path.result !== "free" && path.t_lower !== null ? [[path.t_lower, path.t_upper ?? path.t_lower]] : [];
  const extras = { marks, floor: path.clearance_lower, unit: path.unit, apart: apart() };
  byId("chart").replaceChildren(chart(bounds, current, extras, (i) => player.show(i)));
  byId("floor").hidden = path.clearance_lower === null;
  byId("chart-key").hidden = !apart();
  byId("bounds-key").hidden = apart();
  const end = path.samples.at(-1)?.t ?? 1;
  byId("certificate").hidden = path.intervals.length === 0;
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
  if (path.result === "free") return ["free", "free over the whole path (proven)"];
  const [who, when] = [path.pair?.join(" and ") ?? "", `at t = ${(path.t_upper ?? path.t_lower ?? 0).toFixed(3)}`];
  return path.result === "hit" ? ["hit", `collides ${when}: ${who}`] : ["undecided", `undecided ${when}: ${who}`];
}

function details(sample: Sample): HTMLElement[] {
  const made = [element("h2", ...heading(sample))];
  if (path.result === "free" && path.clearance_lower !== null) made.push(line("whole path", `clearance at least ${path.clearance_lower} m (proven)`));
  if (!apart() && path.result !== "free" && path.t_lower !== null) {
    made.push(line("between", `t = ${path.t_lower} and ${path.t_upper ?? path.t_lower} ${path.unit}`));
  }
  if (sample.pair) {
    if (!apart()) made.push(element("h3", "", "at the shown configuration"));
    made.push(line("nearest", sample.pair.join(" – ")));
  }
  if (sample.lower !== null) made.push(line("lower", `${sample.lower} m`));
  if (sample.upper !== null) made.push(line("upper", `${sample.upper} m`));
  return made;
}

function choose(index: number, frame = 0): void {
  path = data.paths[index];
  const places = (sample: Sample) =>
    data.links.flatMap((link, i) => link.solids.flatMap((solid) => solid.points.filter((_, k) => k % 7 === 0).map((p) => moved(sample.poses[i], p))));
  const still = data.obstacles.flatMap((body) => body.solids.flatMap((solid) => solid.points.map((p) => moved(body.pose, p))));
  view.frame([...path.samples.filter((_, i) => i % 5 === 0).flatMap(places), ...still]);
  furnish();
  player.restart(path.samples.length);
  byId("trail").hidden = apart();
  player.show(Math.min(frame, path.samples.length - 1));
  reset();
}

/** Directions to look from: the usual one first, then around, from a little above. */
const AROUND = Array.from({ length: 8 }, (_, i) => {
  const angle = -0.95 + (i * Math.PI) / 4;
  return new Vector3(Math.cos(angle), Math.sin(angle), 0.4).normalize();
});

function reset(): void {
  const { witness_a: a, witness_b: b } = path.samples[player.current] ?? {};
  view.look(a && b ? view.clearest(AROUND, [a, b]) : AROUND[0]);
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
const player = new Player(0, 60, show, reset);
for (const box of [names, trail]) box.addEventListener("input", () => show(player.current));
ground.addEventListener("input", furnish);
view.onPick(isolate);
addEventListener("keydown", (event) => event.key === "Escape" && isolate(null));
onSchemeChange(() => {
  colours = readColours(NAMES);
  furnish();
  show(player.current);
});
if (path) choose(data.paths.indexOf(path), linked("frame") ?? 0);
