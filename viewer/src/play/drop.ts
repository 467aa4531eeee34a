// Files that are dropped or chosen: what they are, and what shows them.

import type { OpenFile } from "./data";

/** All files of a drop, with those in folders. */
export async function dropped(transfer: DataTransfer): Promise<OpenFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map((entry) => (entry instanceof File ? one(entry, entry.name) : inside(entry, ""))))).flat();
}

export async function chosen(files: FileList): Promise<OpenFile[]> {
  return (await Promise.all([...files].map((file) => one(file, file.webkitRelativePath || file.name)))).flat();
}

async function one(file: File, name: string): Promise<OpenFile[]> {
  return [{ name, bytes: new Uint8Array(await file.arrayBuffer()) }];
}

async function inside(entry: FileSystemEntry, folder: string): Promise<OpenFile[]> {
  const name = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return one(file, name);
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: OpenFile[] = [];
  // A reader gives some at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const child of some) all.push(...(await inside(child, `${name}/`)));
  }
}
