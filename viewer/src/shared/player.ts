// A slider through frames, with buttons and keys, which the foot of the page lists.

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

export class Player {
  current = 0;
  private timer: number | undefined;
  private readonly slider = byId<HTMLInputElement>("step");
  private readonly play = byId<HTMLButtonElement>("play");

  /** `every`: milliseconds between two frames of a film. */
  constructor(
    private count: number,
    private readonly every: number,
    private readonly shown: (frame: number) => void,
    reset: () => void,
  ) {
    this.slider.addEventListener("input", () => {
      this.stop();
      this.show(Number(this.slider.value));
    });
    this.play.addEventListener("click", () => this.toggle());
    byId("before").addEventListener("click", () => this.show(this.current - 1));
    byId("after").addEventListener("click", () => this.show(this.current + 1));
    byId("reset").addEventListener("click", reset);
    addEventListener("keydown", (event) => this.key(event, reset));
    this.restart(count);
  }

  /** Goes through other frames from now on. */
  restart(count: number): void {
    this.stop();
    this.count = count;
    this.slider.max = `${Math.max(0, count - 1)}`;
    document.body.classList.toggle("still", count < 2);
  }

  show(frame: number): void {
    this.current = Math.max(0, Math.min(this.count - 1, frame));
    this.slider.value = `${this.current}`;
    this.shown(this.current);
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.play.textContent = "play";
  }

  private toggle(): void {
    if (this.timer !== undefined) return this.stop();
    if (this.current === this.count - 1) this.show(0);
    this.play.textContent = "stop";
    const next = () => (this.current + 1 < this.count ? this.show(this.current + 1) : this.stop());
    this.timer = setInterval(next, this.every);
  }

  private key(event: KeyboardEvent, reset: () => void): void {
    const { current, count } = this;
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 };
    // Lists and other sliders have keys of their own.
    if (event.target instanceof HTMLSelectElement) return;
    if (event.target instanceof HTMLInputElement && event.target.type === "range" && event.target !== this.slider) return;
    if (event.key in steps) {
      this.stop();
      this.show(steps[event.key]);
    } else if (event.key === " ") {
      this.toggle();
    } else if (event.key === "r") {
      reset();
    } else {
      return;
    }
    event.preventDefault();
  }
}
