// The difference of two shapes, and the steps of the solver in it.

import { Vector3 } from "three";

import type { Place } from "../shared/place";
import type { Trace } from "../trace/data";
import { differenceOf } from "../trace/difference";
import type { Stage } from "./stage";

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

export class Steps {
  private trace: Trace | null = null;
  private current = 0;
  private timer: number | undefined;
  private framed = false;
  private readonly slider = byId<HTMLInputElement>("step");

  constructor(private readonly stage: Stage) {
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    byId("before").addEventListener("click", () => this.go(this.current - 1));
    byId("after").addEventListener("click", () => this.go(this.current + 1));
    byId("play").addEventListener("click", () => this.toggle());
  }

  /** Another pair: its last step, in which the answer is seen. */
  show(trace: Trace | null, why: string): void {
    if (!this.timer) this.current = Infinity;
    this.trace = trace;
    if (!trace || trace.frames.length === 0) {
      this.stop();
      this.stage.difference.show([], []);
      byId("decision").textContent = trace ? `No steps: a formula answers (${trace.outcome.solver ?? "closed form"}).` : why;
      byId("count").textContent = "";
      if (trace) this.stage.difference.show(differenceOf(trace, bare(trace), this.wanted()).objects, []);
      this.slider.max = "0";
      return;
    }
    this.slider.max = `${trace.frames.length - 1}`;
    this.draw();
  }

  /** Looks at all of the difference, now and when the next one is there. */
  look(): void {
    this.frame();
    this.framed = false;
  }

  private frame(): void {
    if (!this.trace) return;
    this.framed = true;
    this.stage.difference.frame([[0, 0, 0], ...this.trace.difference.points]);
    this.stage.difference.look(new Vector3(0.25, -1.1, 0.55).normalize());
  }

  private wanted() {
    return { size: this.stage.difference.size, colours: this.stage.colours, solid: true, plane: true, named: false };
  }

  private go(step: number): void {
    this.stop();
    this.current = step;
    this.draw();
  }

  private draw(): void {
    const { trace } = this;
    if (!trace || trace.frames.length === 0) return;
    const last = trace.frames.length - 1;
    this.current = Math.max(0, Math.min(last, this.current));
    const frame = trace.frames[this.current];
    const { difference } = this.stage;
    if (!this.framed) this.frame();
    const { objects, labels } = differenceOf(trace, frame, this.wanted());
    difference.show(objects, labels);
    this.slider.value = `${this.current}`;
    byId("count").textContent = `${frame.phase} ${this.current + 1} of ${last + 1}`;
    byId("decision").textContent = frame.decision;
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    byId("play").textContent = "play";
  }

  private toggle(): void {
    if (this.timer !== undefined) return this.stop();
    if (!this.trace) return;
    if (this.current >= this.trace.frames.length - 1) this.current = -1;
    byId("play").textContent = "stop";
    const on = () => {
      if (!this.trace || this.current + 1 >= this.trace.frames.length) return this.stop();
      this.current++;
      this.draw();
    };
    this.timer = setInterval(on, 800);
    on();
  }
}

/** A frame without steps. */
const bare = (trace: Trace) => ({
  phase: "GJK" as const,
  number: 0,
  simplex: [],
  nearest: (trace.outcome.normal ?? [0, 0, 0]).map((x) => -x * Math.max(0, trace.outcome.distance + trace.radii[0] + trace.radii[1])) as Place,
  direction: null,
  means: "",
  support: null,
  lower: null,
  upper: null,
  polytope: null,
  decision: "",
  repeats: 0,
});
