// What the command puts into the page: files to begin with, or nothing.

import type { Made } from "../shared/made";

export interface GivenFile {
  name: string;
  /** In base 64. */
  contents: string;
}

export interface PlayData {
  made?: Made;
  files?: GivenFile[];
}

export interface OpenFile {
  name: string;
  bytes: Uint8Array;
}

export function readData(): PlayData {
  return JSON.parse(document.getElementById("data")!.textContent || "{}") as PlayData;
}

export const openFiles = (data: PlayData): OpenFile[] =>
  (data.files ?? []).map(({ name, contents }) => ({ name, bytes: Uint8Array.from(atob(contents), (letter) => letter.charCodeAt(0)) }));

export const text = ({ bytes }: OpenFile): string => new TextDecoder().decode(bytes);

export const extension = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

export const MESHES = ["stl", "obj", "ply", "dae", "glb", "gltf"];
