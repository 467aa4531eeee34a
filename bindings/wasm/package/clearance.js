// Proven distances of bodies, scenes and robots. No bundler is needed: `import { load } from "./clearance.js"`.

const POSE = 7;
const ROW = 16;
const CLEARANCE = 15;
const STATUS = { 1: "separated", 0: "touching", "-1": "overlapping", "-2": "undecided" };
const HERE = [0, 0, 0, 1, 0, 0, 0];

/** A refusal: what is wrong, the rule and the value. */
export class ClearanceError extends Error {
  name = "ClearanceError";
}

/**
 * Loads the library. Without an argument from `clearance.wasm` beside this file; else from its bytes, a `Response`, a URL or a compiled `WebAssembly.Module`.
 */
export async function load(source) {
  const instance = await instantiate(source ?? new URL("clearance.wasm", import.meta.url));
  return new Clearance(new Border(instance.exports));
}

async function instantiate(source) {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, {});
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return (await WebAssembly.instantiate(source, {})).instance;
  if (!(source instanceof Response)) {
    const url = new URL(source, import.meta.url);
    if (url.protocol === "file:") {
      const { readFile } = await import("node:fs/promises");
      return (await WebAssembly.instantiate(await readFile(url), {})).instance;
    }
    source = await fetch(url);
  }
  if (!source.ok) throw new ClearanceError(`${source.url}: cannot be loaded: ${source.status} ${source.statusText}`);
  return (await WebAssembly.instantiate(await source.arrayBuffer(), {})).instance;
}

/** Calls the exports: inputs are written into memory that they give, answers are copied out of it. */
class Border {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  #write(input) {
    if (typeof input === "string") input = new TextEncoder().encode(input);
    else if (Array.isArray(input)) input = Float64Array.from(input);
    const bytes = ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
    const at = this.#exports.input(bytes.length) >>> 0;
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** The number that a call returns. */
  call(name, numbers = [], inputs = []) {
    for (const input of inputs) this.#write(input);
    const made = this.#exports[name](...numbers);
    if (made < 0) throw new ClearanceError(this.#text());
    return made;
  }

  #text() {
    const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.text_at() >>> 0, this.#exports.text_length());
    return new TextDecoder().decode(bytes);
  }

  text(name, numbers, inputs) {
    this.call(name, numbers, inputs);
    return this.#text();
  }

  json(name, numbers, inputs) {
    return JSON.parse(this.text(name, numbers, inputs));
  }

  numbers(name, numbers, inputs) {
    this.call(name, numbers, inputs);
    return new Float64Array(this.#exports.memory.buffer, this.#exports.numbers_at() >>> 0, this.#exports.numbers_count()).slice();
  }
}

const three = (row, at) => [row[at], row[at + 1], row[at + 2]];

/** Options of a call by their names; refuses other names and what is no object. */
export function optionsOf(given, call, names) {
  if (given === undefined) return {};
  if (given === null || typeof given !== "object" || Array.isArray(given) || ArrayBuffer.isView(given)) {
    throw new ClearanceError(`${call}: expected options as an object, got ${Array.isArray(given) ? "a list" : typeof given}`);
  }
  const unknown = Object.keys(given).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const plain = (text) => text.replaceAll("_", "").toLowerCase();
    const meant = names.find((name) => plain(name) === plain(unknown));
    const list = names.map((name) => `"${name}"`).join(", ");
    throw new ClearanceError(`${call}: unknown key "${unknown}", expected ${list}${meant ? ` (did you mean "${meant}"?)` : ""}`);
  }
  return given;
}

/** The numbers of a vector, of which there must be so many. */
function numbersOf(what, given, count) {
  const isList = Array.isArray(given) || ArrayBuffer.isView(given);
  if (!isList || given.length !== count) {
    throw new ClearanceError(`${what}: expected ${count} numbers, got ${isList ? given.length : typeof given}`);
  }
  const wrong = Array.from(given).find((number) => typeof number !== "number" || !Number.isFinite(number));
  if (wrong !== undefined) throw new ClearanceError(`${what}: expected finite numbers, got ${JSON.stringify(wrong) ?? wrong}`);
  return given;
}

/** The number of a thing that the library made. */
function idOf(what, kind, given) {
  if (!(given instanceof kind)) throw new ClearanceError(`${what}: expected a ${kind.name}, got ${given === null ? "null" : typeof given}`);
  return given.id;
}

/** A pose as seven numbers `x y z qw qx qy qz`: from such, from `{translation, quaternion}` with w first, or nothing. */
export function poseNumbers(pose) {
  if (pose === undefined || pose === null) return HERE;
  if (Array.isArray(pose) || ArrayBuffer.isView(pose)) {
    return numbersOf("a pose", pose, POSE);
  }
  if (typeof pose !== "object") throw new ClearanceError(`a pose: expected an object or ${POSE} numbers, got ${typeof pose}`);
  const { translation = [0, 0, 0], quaternion = [1, 0, 0, 0], ...others } = pose;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new ClearanceError(`pose: unknown key "${other}", expected "translation", "quaternion"`);
  return [...numbersOf("translation of a pose", translation, 3), ...numbersOf("quaternion of a pose", quaternion, 4)];
}

function proximity(row, at = 0) {
  const signedDistance = row[at];
  return {
    signedDistance: Number.isNaN(signedDistance) ? null : signedDistance,
    lower: row[at + 1],
    upper: row[at + 2],
    normal: three(row, at + 3),
    witnessA: three(row, at + 6),
    witnessB: three(row, at + 9),
    status: STATUS[row[at + 12]],
    proven: row[at + 13] === 1,
    partA: row[at + 14],
    partB: row[at + 15],
  };
}

function clearanceOf(row, at = 0) {
  if (row[at] === -1) return null;
  return {
    collides: Number.isNaN(row[at]) ? null : row[at] === 1,
    signedDistance: row[at + 1],
    lower: row[at + 2],
    upper: row[at + 3],
    margin: row[at + 4],
    normal: three(row, at + 5),
    witnessA: three(row, at + 8),
    witnessB: three(row, at + 11),
    hullError: Number.isNaN(row[at + 14]) ? null : row[at + 14],
  };
}

/** What was made in the library; it is kept until `release` is called. */
class Held {
  #release;

  constructor(border, id, release) {
    Object.defineProperties(this, { border: { value: border }, id: { value: id } });
    this.#release = release;
  }

  release() {
    this.border.call(this.#release, [this.id]);
  }
}

/** A body: a shape, a halfspace, a compound or a mesh, in its own frame. */
export class Body extends Held {
  constructor(border, id) {
    super(border, id, "release_body");
  }

  /** Whether it has an inside: all but meshes that are not closed and oriented, which are surfaces. */
  get solid() {
    return this.border.call("is_solid", [this.id]) === 1;
  }

  /** Forms and parts that show it. */
  draw() {
    return this.border.json("draw_body", [this.id]);
  }
}

/** A scene of many bodies. */
export class Scene extends Held {
  #bodies;

  constructor(border, id) {
    super(border, id, "release_scene");
    this.#bodies = border.json("scene_bodies", [id]);
  }

  get bodies() {
    return this.#bodies.map((body) => ({ ...body }));
  }

  #place(name) {
    const place = this.#bodies.findIndex((body) => body.name === name);
    if (place < 0) throw new ClearanceError(`no body is named "${name}"`);
    return place;
  }

  /** Moves bodies: `{name: pose, ..}`; all or none. */
  move(poses) {
    const rows = Object.entries(poses).flatMap(([name, pose]) => [this.#place(name), ...poseNumbers(pose)]);
    this.border.call("move_bodies", [this.id], [rows]);
  }

  #ask(question) {
    return this.border.json("ask_scene", [this.id], [JSON.stringify(question)]);
  }

  closest(options) {
    const { k = 1, max, body } = optionsOf(options, "closest", ["k", "max", "body"]);
    return this.#ask({ ask: "closest", k, max, body });
  }
  within(max, options) {
    const { body } = optionsOf(options, "within", ["body"]);
    return this.#ask({ ask: "within", max, body });
  }
  contacts(options) {
    const { body } = optionsOf(options, "contacts", ["body"]);
    return this.#ask({ ask: "contacts", body });
  }
  firstContact() {
    return this.#ask({ ask: "first_contact" })[0] ?? null;
  }
  closestApproach(options) {
    const { within, below } = optionsOf(options, "closestApproach", ["within", "below"]);
    return this.#ask({ ask: "closest_approach", within, below })[0] ?? null;
  }
  between(a, b) {
    return this.#ask({ ask: "pair", a, b })[0];
  }
  contactsOf(a, b, options) {
    const { within = 0 } = optionsOf(options, "contactsOf", ["within"]);
    return this.border.json("contacts_of", [this.id], [JSON.stringify({ a: this.#place(a), b: this.#place(b), within })]);
  }

  castRay(origin, displacement) {
    return this.#cast(0, [...numbersOf("the origin of a ray", origin, 3)], displacement);
  }
  castBody(body, pose, displacement, options) {
    const { targetDistance, initialOverlap } = optionsOf(options, "castBody", ["targetDistance", "initialOverlap"]);
    const given = JSON.stringify({ target_distance: targetDistance, initial_overlap: initialOverlap });
    return this.#cast(idOf("the cast body", Body, body), poseNumbers(pose), displacement, given);
  }
  moveAndSlide(body, pose, displacement, options) {
    const given = this.#walk("moveAndSlide", options);
    const way = [...numbersOf("the displacement", displacement, 3)];
    const row = this.border.numbers("move_and_slide", [this.id, idOf("the body that walks", Body, body)], [poseNumbers(pose), way, given]);
    const hits = [];
    for (let at = 11; at < row.length; at += 13) hits.push(this.#walkHit(row, at));
    const stands = row[10] === 1;
    return {
      pose: [...row.subarray(0, 3), ...[...poseNumbers(pose)].slice(3)],
      translation: three(row, 3),
      remaining: three(row, 6),
      clearance: row[9],
      floor: stands ? hits.shift() : null,
      hits,
    };
  }
  pushOut(body, pose, maxLength, options) {
    const given = this.#walk("pushOut", options);
    const row = this.border.numbers("push_out", [this.id, idOf("the body that is pushed", Body, body)], [poseNumbers(pose), [maxLength], given]);
    if (row.length === 0) return null;
    return { pose: [...row.subarray(0, 3), ...[...poseNumbers(pose)].slice(3)], translation: three(row, 3), lower: row[6], upper: row[7] };
  }
  #walk(what, options) {
    const names = ["up", "skin", "maxSlope", "stepHeight", "snap", "maxSlides", "own"];
    const { up, skin, maxSlope, stepHeight, snap, maxSlides, own } = optionsOf(options, what, names);
    const place = own === undefined ? undefined : this.#place(own);
    return JSON.stringify({ up, skin, max_slope: maxSlope, step_height: stepHeight, snap, max_slides: maxSlides, own: place });
  }
  #walkHit(row, at) {
    return {
      body: this.#bodies[row[at]].name,
      part: row[at + 1],
      ground: ["floor", "ledge", "wall", "ceiling"][row[at + 2]],
      fraction: row[at + 3],
      normal: three(row, at + 4),
      point: three(row, at + 7),
      floorNormal: three(row, at + 10),
    };
  }
  #cast(body, start, displacement, ...options) {
    const way = [...numbersOf("the displacement", displacement, 3)];
    const row = this.border.numbers("cast", [this.id, body], [start, way, ...options]);
    if (row[0] < 0) return null;
    return {
      body: this.#bodies[row[0]].name,
      part: row[1],
      proven: row[2] === 1,
      time: row[3],
      lower: row[4],
      upper: row[5],
      normal: three(row, 6),
      point: three(row, 9),
    };
  }

  draw() {
    return this.border.json("draw_scene", [this.id]);
  }
}

/** A robot in its world. */
export class Robot extends Held {
  constructor(border, id) {
    super(border, id, "release_robot");
    Object.assign(this, border.json("about_robot", [id]));
  }

  /** Moves a body of the robot's world. */
  moveBody(name, pose) {
    const place = this.world.indexOf(name);
    if (place < 0) throw new ClearanceError(`no body of the robot's world is named "${name}"`);
    this.border.call("move_obstacle", [this.id, place], [[...poseNumbers(pose)]]);
  }

  #values(q) {
    if (Array.isArray(q) || ArrayBuffer.isView(q)) return q instanceof Float64Array ? q : Float64Array.from(q);
    const unknown = Object.keys(q).find((name) => !this.joints.some((joint) => joint.name === name));
    if (unknown !== undefined) throw new ClearanceError(`no joint with a value is named "${unknown}"`);
    return Float64Array.from(this.joints, ({ name }) => {
      if (!(name in q)) throw new ClearanceError(`no value for the joint "${name}"`);
      return q[name];
    });
  }

  /** The least clearance of a configuration with the names of its pair; `null` if no pair is checked. */
  clearance(q) {
    const values = this.#values(q);
    const found = clearanceOf(this.border.numbers("clearances", [this.id], [values]));
    return found && { ...found, pair: this.border.json("nearest_pair", [this.id], [values]) };
  }

  /** Those of many configurations, one after the other in one array; without names. */
  clearances(values) {
    const rows = this.border.numbers("clearances", [this.id], [Float64Array.from(values)]);
    return Array.from({ length: rows.length / CLEARANCE }, (_, i) => clearanceOf(rows, CLEARANCE * i));
  }

  /** Seven numbers `x y z qw qx qy qz` for each link, in the order of `links`. */
  linkPoses(q) {
    return this.border.numbers("link_poses", [this.id], [this.#values(q)]);
  }

  /** Whether straight segments between configurations are free, proven at every time. */
  checkPath(points) {
    const values = Float64Array.from(points.flatMap((q) => [...this.#values(q)]));
    return this.border.json("check_path", [this.id], [values]);
  }

  /** The least clearance over all that the joints can do. */
  range(options = {}) {
    const found = this.border.json("range", [this.id], [JSON.stringify(options)]);
    const open = (row) => ({ ...row, lower: row.lower ?? -Infinity, upper: row.upper ?? Infinity });
    return Array.isArray(found) ? found.map(open) : open(found);
  }

  draw() {
    return this.border.json("draw_robot", [this.id]);
  }
}

/** What a question about two bodies passes on. */
function pairOf(call, a, b, options) {
  const { poseA, poseB } = optionsOf(options, call, ["poseA", "poseB"]);
  return { ids: [idOf(`${call}: a`, Body, a), idOf(`${call}: b`, Body, b)], poses: [[...poseNumbers(poseA)], [...poseNumbers(poseB)]] };
}

/** The library. */
export class Clearance {
  #border;

  constructor(border) {
    this.#border = border;
  }

  /** Holds a file by its name for meshes of what is made after it. */
  hold(name, contents) {
    this.#border.call("hold", [], [name, contents]);
  }

  forgetFiles() {
    this.#border.call("forget_files");
  }

  /** A body from the JSON of its shape, as an object or a text. */
  body(shape) {
    return new Body(this.#border, this.#border.call("body", [], [typeof shape === "string" ? shape : JSON.stringify(shape)]));
  }

  /** The convex hull of points, three numbers each. */
  hull(points) {
    return new Body(this.#border, this.#border.call("hull", [], [Float64Array.from(points)]));
  }

  /** Triangles as they are: a surface, and a solid if it is closed. Without indices every three vertices are a triangle. */
  mesh(vertices, indices) {
    const given = Float64Array.from(vertices);
    const triangles = indices ? Uint32Array.from(indices) : Uint32Array.from({ length: given.length / 3 }, (_, i) => i);
    return new Body(this.#border, this.#border.call("mesh", [], [given, triangles]));
  }

  /** The signed distance of two bodies with its bounds, normal and witness points, in the world. */
  signedDistance(a, b, options) {
    const { ids, poses } = pairOf("signedDistance", a, b, options);
    return proximity(this.#border.numbers("pairs", [...ids, Infinity], poses));
  }

  /** The same if it is at most `max`; else `null`, proven. */
  distanceWithin(max, a, b, options) {
    if (typeof max !== "number" || Number.isNaN(max)) throw new ClearanceError(`max must be a number, got ${max}`);
    const { ids, poses } = pairOf("distanceWithin", a, b, options);
    const row = this.#border.numbers("pairs", [...ids, max], poses);
    return row[1] > max ? null : proximity(row);
  }

  /** Whether two bodies have a common point. */
  intersects(a, b, options) {
    const { ids, poses } = pairOf("intersects", a, b, options);
    return this.#border.numbers("intersect", ids, poses)[0] === 1;
  }

  /** The signed distances at many poses, seven numbers each; sixteen numbers a row, see `row`. */
  signedDistances(a, b, posesA, posesB) {
    return this.#border.numbers("pairs", [...pairOf("signedDistances", a, b).ids, Infinity], [Float64Array.from(posesA), Float64Array.from(posesB)]);
  }

  /** Row `i` of `signedDistances`. */
  row(rows, i) {
    return proximity(rows, ROW * i);
  }

  /** A scene from its file: a text or an object. */
  scene(file) {
    return new Scene(this.#border, this.#border.call("scene", [], [typeof file === "string" ? file : JSON.stringify(file)]));
  }

  /** A robot from the text of its URDF; meshes are files that are held. */
  robot(urdf, options) {
    const names = ["srdf", "scene", "links", "ignoreMimic", "base", "limits", "allow", "padding"];
    const { srdf, scene, links, ignoreMimic, base, limits, allow, padding } = optionsOf(options, "robot", names);
    const world = scene === undefined || typeof scene === "string" ? scene : JSON.stringify(scene);
    const kinds = { links, ignore_mimic: ignoreMimic, base, limits };
    const input = JSON.stringify({ urdf, srdf, scene: world, ...kinds, allow, padding });
    return new Robot(this.#border, this.#border.call("robot", [], [input]));
  }

  /** The answer to a pair case of the format, as an object or a line; casts and contacts too. */
  answer(line) {
    return this.#border.json("answer", [], [typeof line === "string" ? line : JSON.stringify(line)]);
  }

  /** What the solver does on a pair case, step by step. */
  trace(line) {
    return this.#border.json("trace", [], [typeof line === "string" ? line : JSON.stringify(line)]);
  }
}
