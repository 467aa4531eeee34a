// The page of a robot's paths: replay, clearance over time with both bounds, the nearest pair lit, hits marked, the certificate as a strip.

import { type Object3D, Vector3 } from "three";

import { Body, moved } from "../shared/bodies";
import { chart } from "../shared/bounds";
import { onSchemeChange, readColours } from "../shared/colours";
import { element, row as line } from "../shared/elements";
import type { Place } from "../shared/place";
import { Player } from "../shared/player";
import { dot, segments } from "../shared/shapes";
import { type Label, View } from "../shared/view";
import { type Path, readRobot, type Sample } from "./data";
import { strip } from "./strip";

const NAMES = ["a", "b", "body", "fixed", "nearest", "link", "support", "edge"] as const;

const data = readRobot();
const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [names, trail] = ["names", "trail"].map((name) => byId<HTMLInputElement>(`show-${name}`));
const choice = byId<HTMLSelectElement>("path");

let colours = readColours(NAMES);
let path: Path = data.paths[0];
const view = new View(byId("view"), false);
const links = data.links.map((link) => new Body(link.solids, colours.link, 0.75));
const obstacles = data.obstacles.map((obstacle) => new Body(obstacle.solids, colours.fixed, 0.5));
obstacles.forEach((body, i) => body.place(data.obstacles[i].pose));
view.lasting.add(...[...links, ...obstacles].map((body) => body.object));

/** Whether a time lies in the part of the path that is hit or not decided. */
const hit = ({ t }: Sample): boolean =>
  path.result !== "free" && path.t_lower !== null && t >= path.t_lower && t <= (path.t_upper ?? path.t_lower);

function paint(sample: Sample): void {
  const lit = (name: string) => sample.pair?.includes(name) ?? false;
  const strong = hit(sample) || (sample.upper ?? 1) <= 0 ? colours.nearest : colours.a;
  const [strongLink, strongOther] = [strong, hit(sample) ? colours.nearest : colours.b];
  links.forEach((body, i) => {
    body.place(sample.poses[i]);
    const name = data.links[i].name;
    body.paint(lit(name) ? (sample.pair![0] === name ? strongLink : strongOther) : colours.link, lit(name) ? 0.95 : 0.7);
  });
  obstacles.forEach((body, i) => {
    const name = data.obstacles[i].name;
    body.paint(lit(name) ? strongOther : colours.fixed, lit(name) ? 0.8 : 0.45);
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
    const text = `[${sample.lower?.toPrecision(4)}, ${sample.upper?.toPrecision(4)}]`;
    labels.push({ text, at: middle, kind: "nearest" });
  }
  if (trail.checked) {
    // The way of the last link's origin.
    const ways = path.samples.map(({ poses }) => poses.at(-1)!.slice(9) as Place);
    const ends = ways.slice(1).map((to, i): [Place, Place] => [ways[i], to]);
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
  const extras = { marks, floor: path.clearance_lower, unit: path.unit };
  byId("chart").replaceChildren(chart(bounds, current, extras, (i) => player.show(i)));
  byId("floor").hidden = path.clearance_lower === null;
  const end = path.samples.at(-1)?.t ?? 1;
  byId("certificate").hidden = path.intervals.length === 0;
  byId("strip").replaceChildren(strip(path.intervals, end, sample.t, seek));
  byId("count").textContent = `t = ${sample.t.toFixed(3)} of ${+end.toPrecision(6)} ${path.unit}`.trim();
}

function details(sample: Sample): HTMLElement[] {
  const words = { free: "free (proven)", hit: "hit", undecided: "undecided" };
  const made = [element("h2", path.result ?? "", path.result ? words[path.result] : path.id)];
  if (path.result === "free" && path.clearance_lower !== null) made.push(line("whole path", `clearance at least ${path.clearance_lower} (proven)`));
  if (path.result !== "free" && path.t_lower !== null) {
    made.push(line("between", `t = ${path.t_lower} and ${path.t_upper ?? path.t_lower} ${path.unit}`));
    if (path.pair) made.push(line("of", path.pair.join(" – ")));
  }
  if (sample.pair) {
    made.push(element("h3", "", "at the shown configuration"));
    made.push(line("nearest", sample.pair.join(" – ")));
  }
  if (sample.lower !== null) made.push(line("lower", `${sample.lower}`));
  if (sample.upper !== null) made.push(line("upper", `${sample.upper}`));
  return made;
}

function choose(index: number): void {
  path = data.paths[index];
  const places = (sample: Sample) =>
    data.links.flatMap((link, i) => link.solids.flatMap((solid) => solid.points.filter((_, k) => k % 7 === 0).map((p) => moved(sample.poses[i], p))));
  const still = data.obstacles.flatMap((body) => body.solids.flatMap((solid) => solid.points.map((p) => moved(body.pose, p))));
  view.frame([...path.samples.filter((_, i) => i % 5 === 0).flatMap(places), ...still]);
  player.restart(path.samples.length);
  reset();
  player.show(0);
}

function reset(): void {
  view.look(new Vector3(0.72, -1, 0.45).normalize());
}

byId("title").textContent = data.title;
document.title = data.title;
const results = data.paths.filter((p) => p.result !== null).map((p) => p.result);
const told = (["free", "hit", "undecided"] as const).map((word) => [results.filter((r) => r === word).length, word] as const);
byId("about").textContent = told.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`).join(", ");
data.paths.forEach((p, i) => choice.append(new Option(p.result ? `${p.id}: ${p.result}` : p.id, `${i}`)));
choice.hidden = data.paths.length < 2;
choice.addEventListener("change", () => choose(choice.selectedIndex));
const player = new Player(0, 60, show, reset);
for (const box of [names, trail]) box.addEventListener("input", () => show(player.current));
onSchemeChange(() => {
  colours = readColours(NAMES);
  show(player.current);
});
if (path) choose(0);
