// What the modes share: both views, the panel, colours, and the next picture.

import { readColours } from "../shared/colours";
import { element } from "../shared/elements";
import { View } from "../shared/view";

const NAMES = ["a", "b", "difference", "edge", "polytope", "simplex", "nearest", "support", "origin", "link", "fixed", "body", "grid", "x", "y", "z"] as const;
const byId = (id: string): HTMLElement => document.getElementById(id)!;

export class Stage {
  readonly element = document.documentElement;
  readonly view = new View(byId("bodies"), false);
  readonly difference = new View(byId("difference"), false);
  colours = readColours(NAMES);
  /** Whether what is dragged is turned instead of moved. */
  turning = false;
  private work: (() => void) | null = null;
  private turner: HTMLButtonElement | null = null;
  private wanted = false;

  constructor() {
    this.view.follow(this.difference);
    addEventListener("keydown", (event) => event.key === "Shift" && this.turn(true));
    addEventListener("keyup", (event) => event.key === "Shift" && this.turn(this.wanted));
  }

  private turn(turning: boolean): void {
    this.turning = turning;
    this.turner?.setAttribute("aria-pressed", `${turning}`);
    if (this.turner) this.turner.textContent = turning ? "drag turns" : "drag moves";
  }

  /** Does it before the next picture, once. */
  soon(work: () => void): void {
    const waits = this.work !== null;
    this.work = work;
    if (waits) return;
    requestAnimationFrame(() => {
      const now = this.work;
      this.work = null;
      const begin = performance.now();
      this.trying(() => now?.());
      // What the tests read: pictures that were computed, and how long that took.
      const { dataset } = this.element;
      dataset.pictures = `${Number(dataset.pictures ?? 0) + 1}`;
      dataset.spent = `${Number(dataset.spent ?? 0) + performance.now() - begin}`;
    });
  }

  /** Does it, or says what is wrong. */
  trying(work: () => void): void {
    try {
      work();
      byId("trouble").hidden = true;
    } catch (error) {
      this.trouble(error);
    }
  }

  trouble(error: unknown): void {
    byId("trouble").textContent = error instanceof Error ? error.message : `${error}`;
    byId("trouble").hidden = false;
  }

  answer(elements: Node[]): void {
    byId("answer").replaceChildren(...elements);
  }
  controls(elements: Node[]): void {
    byId("controls").replaceChildren(...elements);
  }
  more(elements: Node[]): void {
    byId("more").replaceChildren(...elements);
  }

  furnish(): void {
    this.view.furnish({ ...this.colours, rim: this.colours.grid }, true);
  }

  refresh(): void {
    this.colours = readColours(NAMES);
    this.furnish();
  }

  button(text: string, pressed: () => void): HTMLButtonElement {
    const made = element("button", "", text) as HTMLButtonElement;
    made.type = "button";
    made.addEventListener("click", pressed);
    return made;
  }

  turnButton(): HTMLButtonElement {
    this.turner = this.button("", () => {
      this.wanted = !this.turning;
      this.turn(this.wanted);
    });
    this.turn(this.turning);
    return this.turner;
  }
}
