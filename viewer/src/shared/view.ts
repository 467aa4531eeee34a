// A canvas with a scene that can be turned, and labels of HTML over it.

import { AmbientLight, type Color, DirectionalLight, Group, Mesh, Object3D, PerspectiveCamera, Plane, Quaternion, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";

import { axes, floor, gridStep, scaleBar } from "./ground";
import { arranged } from "./labels";
import type { Place } from "./place";
import { dispose, vector } from "./shapes";

export interface Label {
  text: string;
  at: Place;
  kind: string;
}

/** A pointer that moves by more pixels than this between down and up turns the view. */
const STILL = 4;
/** Half the opening of the camera; small, so that parallels look parallel. */
const HALF_FIELD = 15;

export class View {
  /** How large what it shows is. */
  size = 1;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(2 * HALF_FIELD, 1, 0.01, 1000);
  private readonly controls: OrbitControls;
  private readonly overlay = document.createElement("div");
  private readonly content = new Group();
  /** What stays from picture to picture. */
  readonly lasting = new Group();
  /** What is drawn faintly beside them, and cannot be picked. */
  readonly ghosts = new Group();
  private readonly ground = new Group();
  private groundLabels: Label[] = [];
  private readonly bar = document.createElement("div");
  private labels: { label: Label; element: HTMLElement }[] = [];
  private middle = new Vector3();
  private places: Vector3[] = [];
  private from = new Vector3(0, 0, 1);
  /** From how far all of it is seen. */
  private usual = 1;
  private moved = false;
  private turning = false;
  private waiting = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly flat: boolean,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.overlay.className = "labels";
    this.bar.className = "scale-bar";
    host.append(this.renderer.domElement, this.overlay);
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(1, -2, 3);
    this.camera.add(sun);
    this.scene.add(new AmbientLight(0xffffff, 1.7), this.camera, this.ground, this.lasting, this.ghosts, this.content);
    this.camera.up.set(0, flat ? 1 : 0, flat ? 0 : 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableRotate = !flat;
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => (this.moved = true));
    new ResizeObserver(() => this.resize()).observe(host);
  }

  /** Turns with another view. */
  follow(other: View): void {
    for (const [leader, follower] of [[this, other], [other, this]]) {
      leader.controls.addEventListener("change", () => {
        if (leader.turning) follower.turnLike(leader);
      });
      leader.controls.addEventListener("start", () => (leader.turning = true));
      leader.controls.addEventListener("end", () => (leader.turning = false));
    }
  }
  private turnLike(other: View): void {
    const from = other.camera.position.clone().sub(other.controls.target).normalize();
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.position.copy(this.controls.target).addScaledVector(from, distance);
    this.controls.update();
  }

  /** Says what has to be in sight. */
  frame(places: Place[]): void {
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = new Vector3(-Infinity, -Infinity, -Infinity);
    this.places = places.map(vector);
    for (const place of this.places) {
      low.min(place);
      high.max(place);
    }
    this.middle = low.clone().add(high).multiplyScalar(0.5);
    this.size = low.distanceTo(high) || 1;
  }

  /** Shows the floor (in space), the axes of the world and a scale bar. */
  furnish(colours: { rim: Color; x: Color; y: Color; z: Color }, withFloor: boolean): void {
    for (const object of [...this.ground.children]) dispose(object);
    const ends = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
    for (const place of this.places) {
      ends[0].min(place);
      ends[1].max(place);
    }
    const step = gridStep(this.size);
    if (withFloor && !this.flat && this.places.length > 0) {
      this.ground.add(floor(ends[0].toArray(), ends[1].toArray(), step, colours.rim));
    }
    const [lines, labels] = axes(step, this.flat, [colours.x, colours.y, colours.z]);
    this.ground.add(lines);
    this.groundLabels = labels;
    this.host.append(this.bar);
    this.draw();
  }

  /** The ray under a pointer. */
  private ray(event: PointerEvent): Raycaster {
    const box = this.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    return ray;
  }

  /**
   * Lets lasting objects be dragged, those for which `can` says so: calls back with the place of the object, by how much it is moved in the world, and how it would be
   * turned instead. What is dragged stays under the pointer, across the view.
   */
  onDrag(can: (index: number) => boolean, drag: (index: number, by: Vector3, turn: Quaternion) => void): void {
    const canvas = this.renderer.domElement;
    let held: { index: number; plane: Plane; at: Vector3; last: Vector2 } | null = null;
    const under = (event: PointerEvent) => this.hits(this.ray(event)).find(can);
    // Before the controls that turn the view.
    this.host.addEventListener("pointerdown", (event) => {
      const index = event.target === canvas && event.button === 0 && !held ? under(event) : undefined;
      if (index === undefined) return;
      const ray = this.ray(event);
      const normal = this.camera.getWorldDirection(new Vector3());
      this.lasting.children[index].updateWorldMatrix(true, true);
      const hit = ray.intersectObject(this.lasting.children[index], true)[0]?.point ?? this.controls.target;
      held = { index, plane: new Plane().setFromNormalAndCoplanarPoint(normal, hit), at: hit.clone(), last: new Vector2(event.clientX, event.clientY) };
      this.controls.enabled = false;
      this.moved = true;
      canvas.setPointerCapture(event.pointerId);
    }, true);
    canvas.addEventListener("pointermove", (event) => {
      if (!held) {
        if (event.buttons === 0 && event.pointerType === "mouse") canvas.style.cursor = under(event) === undefined ? "" : "grab";
        return;
      }
      const to = this.ray(event).ray.intersectPlane(held.plane, new Vector3());
      if (!to) return;
      const pixels = new Vector2(event.clientX, event.clientY).sub(held.last);
      const [right, up] = [0, 1].map((column) => new Vector3().setFromMatrixColumn(this.camera.matrixWorld, column));
      const turn = new Quaternion().setFromAxisAngle(up, pixels.x / 120).multiply(new Quaternion().setFromAxisAngle(right, pixels.y / 120));
      drag(held.index, to.clone().sub(held.at), turn);
      held.at = to;
      held.last.add(pixels);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(end, () => {
        held = null;
        this.controls.enabled = true;
      });
    }
  }

  /** Calls back with the place among the lasting objects of what is clicked, null for nothing. */
  onPick(picked: (index: number | null) => void): void {
    const canvas = this.renderer.domElement;
    let down = new Vector2();
    canvas.addEventListener("pointerdown", (event) => (down = new Vector2(event.clientX, event.clientY)));
    canvas.addEventListener("pointerup", (event) => {
      if (down.distanceTo(new Vector2(event.clientX, event.clientY)) > STILL) return;
      picked(this.hits(this.ray(event))[0] ?? null);
    });
  }

  /** The places of the lasting objects that a ray hits, nearest first; of those that are shown. */
  private hits(ray: Raycaster): number[] {
    const meshes: Object3D[] = [];
    this.lasting.traverseVisible((part) => part instanceof Mesh && !(part instanceof LineSegments2) && meshes.push(part));
    return ray.intersectObjects(meshes, false).map(({ object }) => {
      let top: Object3D = object;
      while (top.parent && top.parent !== this.lasting) top = top.parent;
      return this.lasting.children.indexOf(top);
    });
  }

  /** Calls back when the view has been turned. */
  onTurned(turned: () => void): void {
    this.controls.addEventListener("end", turned);
  }

  /** The places of the lasting objects between the eye and some places; those that the places are on are among them, too. */
  hiding(places: Place[]): Set<number> {
    this.scene.updateMatrixWorld(true);
    const eye = this.camera.position;
    const found = places.flatMap((place) => {
      const way = vector(place).sub(eye);
      // Just before the place: what it is on does not hide it.
      return this.hits(new Raycaster(eye, way.clone().normalize(), 0, way.length() - 0.004 * this.size));
    });
    return new Set(found);
  }

  /** Looks at some places from near by, so that they and `least` about them fill most of the view. */
  zoom(places: Place[], least: number): void {
    this.moved = true;
    this.controls.target.copy(this.approach(places, least, this.camera.position.clone().sub(this.controls.target).normalize()));
    this.controls.update();
    this.draw();
  }

  /** Moves the eye near some places, in a direction from them; their middle. */
  private approach(places: Place[], least: number, from: Vector3): Vector3 {
    const ends = places.map(vector);
    const target = ends.reduce((sum, end) => sum.add(end), new Vector3()).multiplyScalar(1 / ends.length);
    const reach = Math.max(least, ...ends.map((end) => 1.5 * end.distanceTo(target)));
    const distance = reach / Math.tan((HALF_FIELD * Math.PI) / 180) / Math.min(1, this.camera.aspect);
    this.camera.near = distance / 100;
    this.camera.far = distance + 10 * this.size;
    this.camera.position.copy(target).addScaledVector(from, distance);
    this.camera.lookAt(target);
    this.camera.updateProjectionMatrix();
    return target;
  }

  /** A picture of some places from near by without the floor, in pixels, as the address of its data; the view stays as it is. */
  picture(places: Place[], least: number, from: Vector3, [width, height]: [number, number]): string {
    // The camera alone: the sun is its child.
    const [camera, moved] = [new PerspectiveCamera().copy(this.camera, false), this.moved];
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    const target = this.approach(places, least, from);
    this.scaleMarks(this.camera.position.distanceTo(target));
    this.ground.visible = false;
    this.renderer.render(this.scene, this.camera);
    this.ground.visible = true;
    const made = this.renderer.domElement.toDataURL("image/png");
    this.camera.copy(camera, false);
    // The size is that of the view again, from where it was seen.
    this.moved = true;
    this.resize();
    this.moved = moved;
    return made;
  }

  /** The direction, of some, from which fewest bodies hide some places; the first one on a tie. */
  clearest(directions: Vector3[], places: Place[]): Vector3 {
    this.scene.updateMatrixWorld(true);
    const hidden = directions.map((from) => {
      const far = from.clone().multiplyScalar(4 * this.size);
      const before = (place: Place) => {
        const to = vector(place);
        const start = to.clone().add(far);
        // Just before the place: the surface that it is on does not hide it.
        return this.hits(new Raycaster(start, from.clone().negate(), 0, far.length() - 0.004 * this.size)).length;
      };
      return places.reduce((sum, place) => sum + before(place), 0);
    });
    return directions[hidden.indexOf(Math.min(...hidden))];
  }

  /** Looks from a direction at all of it. */
  look(from: Vector3): void {
    this.moved = false;
    const distance = this.distance(from);
    this.usual = distance;
    this.camera.near = distance / 100;
    this.camera.far = distance * 10;
    this.camera.position.copy(this.middle).addScaledVector(from, distance);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(this.middle);
    this.controls.update();
    this.from = from;
    this.draw();
  }

  /** From how far all of it is in sight, with a little room around it; not nearer than half its size. */
  private distance(from: Vector3): number {
    const right = this.camera.up.clone().cross(from).normalize();
    const up = from.clone().cross(right);
    const slope = 0.9 * Math.tan((HALF_FIELD * Math.PI) / 180);
    const needed = this.places.map((place) => {
      const way = place.clone().sub(this.middle);
      const aside = Math.max(Math.abs(way.dot(up)), Math.abs(way.dot(right)) / this.camera.aspect);
      return way.dot(from) + aside / slope;
    });
    // One by one: a call with as many arguments as a mesh has points would not be possible.
    return needed.reduce((most, one) => Math.max(most, one), this.size / 2);
  }

  /** Shows other objects and labels. */
  show(objects: (Object3D | null)[], labels: Label[]): void {
    for (const object of [...this.content.children]) dispose(object);
    for (const object of objects) if (object) this.content.add(object);
    this.overlay.replaceChildren();
    this.labels = [...labels, ...this.groundLabels].map((label) => {
      const element = document.createElement("span");
      element.textContent = label.text;
      element.className = label.kind;
      this.overlay.append(element);
      return { label, element };
    });
    this.draw();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (!this.moved) this.look(this.from);
    this.draw();
  }

  /** Draws before the next picture of the screen, however often it is called. */
  draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.scaleMarks(this.camera.position.distanceTo(this.controls.target));
      this.renderer.render(this.scene, this.camera);
      this.place();
      const distance = this.camera.position.distanceTo(this.controls.target);
      scaleBar(this.bar, this.host.clientHeight / (2 * distance * Math.tan((HALF_FIELD * Math.PI) / 180)));
    });
  }

  /** Makes marks as large as from the usual distance, or smaller than that. */
  private scaleMarks(distance: number): void {
    const near = Math.min(1, distance / this.usual);
    for (const object of this.content.children) if (object.userData.mark) object.scale.setScalar(near);
  }

  /** Puts the labels beside their points, where they meet no other; one that finds no room is left out. */
  private place(): void {
    const spots = this.labels.map(({ label, element }) => {
      const at = vector(label.at).project(this.camera);
      const { clientWidth: width, clientHeight: height } = this.host;
      const place: [number, number] = [((at.x + 1) / 2) * width, ((1 - at.y) / 2) * height];
      return { at: place, size: [element.offsetWidth, element.offsetHeight] as [number, number], rank: rank(label.kind), depth: at.z };
    });
    const order = spots.map((_, i) => i).sort((i, j) => spots[i].rank - spots[j].rank || spots[i].depth - spots[j].depth);
    const found = arranged(order.map((i) => spots[i]), [this.host.clientWidth, this.host.clientHeight]);
    order.forEach((i, n) => {
      const { element } = this.labels[i];
      const corner = found[n];
      element.style.visibility = corner ? "" : "hidden";
      if (corner) element.style.transform = `translate(${corner[0]}px, ${corner[1]}px)`;
    });
  }
}

/** What is placed first, and always: the chosen pair and what is between it, then the axes, then all others. */
const rank = (kind: string): number => (["a", "b", "nearest"].includes(kind) ? 0 : kind.startsWith("axis") ? 1 : 2);
