// Bodies that are made once and moved from frame to frame.

import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

import { type Form, middle, type PartData, readPart } from "./forms";
import type { Place } from "./place";
import { matrix, type Pose } from "./poses";

/** The edges of more bodies than this are drawn as thin as the screen can, which is much faster. */
const WIDE = 300;

/** Edges that bodies share, by their forms. */
const shared = new Map<Form, BufferGeometry>();

function edgesOf(form: Form, wide: boolean): BufferGeometry {
  let known = shared.get(form);
  if (!known) {
    known = wide
      ? new LineSegmentsGeometry().setPositions(form.edges)
      : new BufferGeometry().setAttribute("position", new Float32BufferAttribute(form.edges, 3));
    shared.set(form, known);
  }
  return known;
}

/** A body's parts in its own frame. */
export class Body {
  readonly object = new Group();
  /** Points as far out as any of its own, in its frame. */
  readonly places: Place[] = [];
  /** Half the length of the box around it. */
  readonly size: number;
  private readonly middle: Place;
  private readonly surface: MeshLambertMaterial;
  private readonly edges: LineMaterial | LineBasicMaterial;

  /** One of `count` bodies. */
  constructor(parts: PartData[], forms: Form[], count: number) {
    const wide = count <= WIDE;
    this.object.matrixAutoUpdate = false;
    const offset = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    this.surface = new MeshLambertMaterial({ transparent: true, side: DoubleSide, depthWrite: false, ...offset });
    this.edges = wide ? new LineMaterial({ linewidth: 1.2, transparent: true }) : new LineBasicMaterial({ transparent: true });
    for (const part of parts) {
      const [form, pose] = readPart(part, forms);
      const made: (Mesh | LineSegments)[] = [new Mesh(form.surface, this.surface)];
      if (form.edges.length > 0) {
        const edges = edgesOf(form, wide);
        made.push(wide ? new LineSegments2(edges as LineSegmentsGeometry, this.edges as LineMaterial) : new LineSegments(edges, this.edges));
      }
      for (const object of made) {
        object.applyMatrix4(pose);
        this.object.add(object);
      }
      for (const place of form.places) this.places.push(new Vector3(...place).applyMatrix4(pose).toArray() as Place);
    }
    this.middle = middle(this.places);
    const center = new Vector3(...this.middle);
    this.size = this.places.reduce((most, place) => Math.max(most, center.distanceTo(new Vector3(...place))), 0);
  }

  place(pose: Pose): void {
    this.object.matrix = matrix(pose);
    this.object.matrixWorldNeedsUpdate = true;
  }

  /** The middle of it in the world. */
  label(): Place {
    return new Vector3(...this.middle).applyMatrix4(this.object.matrix).toArray() as Place;
  }

  paint(colour: Color, opacity: number): void {
    this.surface.color.copy(colour);
    this.surface.opacity = opacity;
    this.edges.color.copy(colour);
    // Edges are seen through a translucent surface, and fade with one that is all but gone.
    this.edges.opacity = Math.min(1, 4 * opacity);
  }
}
