// What is drawn, as the command writes it.

export type Place = [number, number, number];

export interface Solid {
  points: Place[];
  faces: number[][];
  edges: [number, number][];
}
