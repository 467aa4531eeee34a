// The page of a trace: the bodies in place, their Minkowski difference with the simplex, and the numbers of the step.

import { Object3D, Vector3 } from "three";

import { onSchemeChange, readColours } from "../shared/colours";
import type { Place } from "../shared/place";
import { type Corner, type Frame, readTrace, weighted } from "./data";
import { differenceOf, middle, names } from "./difference";
import { answerNumbers, boundsChart, stepNumbers } from "./numbers";
import { body, dot, segments } from "../shared/shapes";
import { type Label, View } from "../shared/view";

const trace = readTrace();
const flat = trace.dim === 2;
const ORIGIN: Place = [0, 0, 0];
const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [slider, play] = [byId<HTMLInputElement>("step"), byId<HTMLButtonElement>("play")];
const toggles = ["difference", "plane", "names"].map((name) => byId<HTMLInputElement>(`show-${name}`));

const places = new View(byId("bodies"), flat);
const difference = new View(byId("difference"), flat);
places.follow(difference);

const NAMES = ["a", "b", "difference", "edge", "polytope", "simplex", "nearest", "support", "origin"] as const;
let colours = readColours(NAMES);
let current = 0;
let timer: number | undefined;

function showBodies(frame: Frame): void {
  const size = places.size;
  const objects: (Object3D | null)[] = [];
  const sides = ["a", "b"] as const;
  sides.forEach((side, i) => {
    const core = trace.cores[i];
    objects.push(body(trace.bodies[i], colours[side], core ? 0.28 : 0.5, 2));
    if (core) objects.push(body(core, colours[side], 0.5, 1.5));
  });
  const labels: Label[] = [];
  for (const side of sides) {
    const part = (corner: Corner) => corner[side];
    for (const corner of frame.simplex) objects.push(dot(part(corner), size * 0.009, colours.simplex));
    if (frame.support) objects.push(dot(part(frame.support), size * 0.009, colours.support));
    const named = (corner: Corner) => `${side}${corner.name}`;
    if (toggles[2].checked) labels.push(...names(frame.simplex, part, named));
  }
  const [onA, onB] = [weighted(frame.simplex, (c) => c.a), weighted(frame.simplex, (c) => c.b)];
  const inside = frame.support === null && frame.simplex.length > trace.dim;
  if (!inside) {
    objects.push(dot(onA, size * 0.011, colours.nearest), dot(onB, size * 0.011, colours.nearest));
    objects.push(segments([[onA, onB]], colours.nearest, 3));
  }
  sides.forEach((side, i) => labels.push({ text: side.toUpperCase(), at: middle(trace.bodies[i].points), kind: side }));
  places.show(objects, labels);
}

function showDifference(frame: Frame): void {
  const [solid, plane, named] = toggles.map((box) => box.checked);
  const drawn = differenceOf(trace, frame, { size: difference.size, colours, solid, plane, named });
  difference.show(drawn.objects, drawn.labels);
}

function show(step: number): void {
  current = Math.max(0, Math.min(trace.frames.length - 1, step));
  slider.value = `${current}`;
  byId("count").textContent = `step ${current + 1} of ${trace.frames.length}`;
  history.replaceState(null, "", `#step=${current + 1}`);
  const frame = trace.frames[current];
  if (!frame) return;
  showBodies(frame);
  showDifference(frame);
  byId("numbers").replaceChildren(...stepNumbers(trace, frame));
  byId("chart").replaceChildren(boundsChart(trace.frames, current, (step) => (stop(), show(step))));
}

/** From aside, so that the way from the origin to the difference is seen in full length. */
function resetView(): void {
  const usual = flat ? new Vector3(0, 0, 1) : new Vector3(0.62, -1.1, 0.55).normalize();
  const along = new Vector3(...(trace.outcome.normal ?? ORIGIN));
  const from = flat ? usual : usual.clone().addScaledVector(along, -0.8 * usual.dot(along)).normalize();
  places.look(from);
  difference.look(from);
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
  play.textContent = "play";
}

function toggle(): void {
  if (timer !== undefined) return stop();
  if (current === trace.frames.length - 1) show(0);
  play.textContent = "stop";
  timer = setInterval(() => (current + 1 < trace.frames.length ? show(current + 1) : stop()), 900);
}

function keys(event: KeyboardEvent): void {
  const last = trace.frames.length - 1;
  const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last };
  if (event.key in steps) {
    stop();
    show(steps[event.key]);
  } else if (event.key === " ") {
    toggle();
  } else if (event.key === "r") {
    resetView();
  } else {
    return;
  }
  event.preventDefault();
}

byId("case").textContent = trace.case;
byId("about").textContent = `${trace.algorithm}: ${trace.about}`;
document.title = `${trace.case} (${trace.algorithm})`;
byId("answer").replaceChildren(...answerNumbers(trace));
slider.max = `${trace.frames.length - 1}`;
const steps = trace.frames.flatMap((frame) => [...frame.simplex, ...(frame.support ? [frame.support] : [])]);
places.frame(trace.bodies.flatMap((solid) => solid.points));
difference.frame([ORIGIN, ...trace.difference.points, ...steps.map((corner) => corner.w)]);
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
play.addEventListener("click", toggle);
byId("before").addEventListener("click", () => show(current - 1));
byId("after").addEventListener("click", () => show(current + 1));
byId("reset").addEventListener("click", resetView);
for (const box of toggles) box.addEventListener("change", () => show(current));
addEventListener("keydown", keys);
onSchemeChange(() => {
  colours = readColours(NAMES);
  show(current);
});
resetView();
show(Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1);
