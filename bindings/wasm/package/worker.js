// The library in a worker, so that a page stays smooth while hulls and meshes are built or ranges are searched. This file is both sides: the page imports it, and it
// starts itself as a worker.

import { ClearanceError, load } from "./clearance.js";
import { bodyOf, geometryData } from "./three.js";

/** Starts a worker with the library; the methods are those of `Clearance`, and each returns a promise. */
export async function loadInWorker(source) {
  const remote = new Remote(new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
  await remote.ready(source);
  return remote;
}

class Remote {
  #worker;
  #waiting = new Map();
  #next = 1;

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(value);
      else reject(new ClearanceError(error));
    };
    worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new ClearanceError(`the worker failed: ${event.message}`));
      this.#waiting.clear();
    };
  }

  #post(message, transfer = []) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...message }, transfer);
    });
  }

  ready(source) {
    return this.#post({ load: source instanceof URL ? source.href : source ?? null });
  }

  /** Calls a method of the library, or of a body, scene or robot that a call before has made. */
  call(method, ...args) {
    return this.#post({ method, args });
  }
  callOn(made, method, ...args) {
    return this.#post({ on: made, method, args });
  }

  /** The body of a BufferGeometry; its arrays are read here and handed over without a copy. */
  fromGeometry(geometry, { as = "mesh", scale } = {}) {
    const { vertices, indices } = geometryData(geometry, { scale });
    return this.#post({ geometry: { vertices, indices, as } }, [vertices.buffer, indices.buffer]);
  }

  /** Ends the worker; what was made is gone. */
  terminate() {
    this.#worker.terminate();
  }
}

/** What the worker answers: what was made becomes `{made: number}`, and such arguments become what was made. */
export function answering() {
  let clearance;
  const made = new Map();
  let next = 1;
  const inside = (value) => (value && typeof value === "object" && "made" in value ? made.get(value.made) : value);
  const outside = (value) => {
    if (!value || typeof value.release !== "function") return value;
    made.set(next, value);
    const { name, joints, links, states, world, notes, bodies } = value;
    return JSON.parse(JSON.stringify({ made: next++, name, joints, links, states, world, notes, bodies }));
  };
  return async ({ load: source, geometry, on, method, args }) => {
    if (source !== undefined) {
      clearance = await load(source ?? undefined);
      return null;
    }
    if (geometry) return outside(bodyOf(clearance, geometry, geometry.as));
    const target = on ? inside(on) : clearance;
    if (typeof target?.[method] !== "function") throw new ClearanceError(`there is no method "${method}"`);
    const value = outside(target[method](...args.map(inside)));
    if (method === "release") made.delete(on.made);
    return value === undefined ? null : value;
  };
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  const answer = answering();
  self.onmessage = async ({ data: { id, ...message } }) => {
    try {
      self.postMessage({ id, value: await answer(message) });
    } catch (error) {
      self.postMessage({ id, error: error.message });
    }
  };
}
