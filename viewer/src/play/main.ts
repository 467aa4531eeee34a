// The page to play with: two shapes, a robot or a scene, whose distances the library in the page computes as they are moved.

import { onSchemeChange } from "../shared/colours";
import { element } from "../shared/elements";
import { remember } from "./asked";
import { extension, MESHES, type OpenFile, openFiles, readData, text } from "./data";
import { chosen, dropped } from "./drop";
import { unpack } from "./library";
import { Pair } from "./pair";
import { RobotMode } from "./robot";
import { SceneMode } from "./scene";
import { Stage } from "./stage";

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

async function begin(): Promise<void> {
  const data = readData();
  const clearance = await unpack();
  const stage = new Stage();
  const modes = { pair: new Pair(clearance, stage), robot: new RobotMode(clearance, stage), scene: new SceneMode(clearance, stage) };
  type Name = keyof typeof modes;
  let mode: Name = "pair";

  const show = (name: Name): void => {
    mode = name;
    for (const tab of document.querySelectorAll<HTMLElement>(".tabs button")) tab.setAttribute("aria-selected", `${tab.dataset.mode === name}`);
    byId("main").className = name === "pair" ? "" : "one";
    byId("hint").textContent = modes[name].hint;
    history.replaceState(null, "", `#${name}`);
  };

  /** Meshes are held; then a robot, a scene, a case or the meshes themselves are shown. */
  const open = (files: OpenFile[]): void => {
    const of = (...extensions: string[]) => files.filter(({ name }) => extensions.includes(extension(name)));
    const meshes = of(...MESHES);
    for (const file of meshes) {
      clearance.hold(file.name, file.bytes);
      remember(file);
    }
    const xml = of("urdf", "srdf", "xml");
    const urdf = xml.find((file) => /<robot[\s>]/.test(text(file)) && /<joint[\s>]/.test(text(file)) && extension(file.name) !== "srdf");
    const srdf = xml.find((file) => extension(file.name) === "srdf");
    const json = of("json", "jsonl");
    const scene = json.find((file) => /"bodies"\s*:/.test(text(file)));
    const pair = json.find((file) => /"a"\s*:/.test(text(file)) && file !== scene);
    const stay = mode === "robot" && scene && !urdf;
    if (urdf || stay || srdf) {
      modes.robot.open({ urdf: urdf && text(urdf), srdf: srdf && text(srdf), scene: scene && text(scene) });
      show("robot");
    } else if (scene) {
      modes.scene.open(text(scene));
      show("scene");
    } else if (pair) {
      modes.pair.openCase(text(pair).trim().split("\n")[0]);
      show("pair");
    } else if (meshes.length > 0) {
      show("pair");
      modes.pair.enter();
      modes.pair.open(meshes.map(({ name }) => name));
    } else {
      throw new Error(`expected mesh files, a URDF, a scene or a case, got ${files.map(({ name }) => name).join(", ")}`);
    }
  };

  for (const tab of document.querySelectorAll<HTMLElement>(".tabs button")) {
    tab.addEventListener("click", () => {
      show(tab.dataset.mode as Name);
      stage.trying(() => modes[mode].enter());
    });
  }
  const choose = document.createElement("input");
  Object.assign(choose, { type: "file", multiple: true, hidden: true, id: "files" });
  choose.addEventListener("change", () => chosen(choose.files!).then((files) => stage.trying(() => open(files)), (error) => stage.trouble(error)));
  document.querySelector(".tabs")!.append(stage.button("open files", () => choose.click()), choose);

  stage.view.onDrag(
    (index) => modes[mode].canDrag(index),
    (index, by, turn) => stage.trying(() => modes[mode].drag(index, by, turn)),
  );
  addEventListener("dragover", (event) => {
    event.preventDefault();
    byId("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && (byId("drop").hidden = true));
  addEventListener("drop", (event) => {
    event.preventDefault();
    byId("drop").hidden = true;
    if (event.dataTransfer) dropped(event.dataTransfer).then((files) => stage.trying(() => open(files)), (error) => stage.trouble(error));
  });
  addEventListener("keydown", (event) => {
    if (event.key === "r" && !(event.target instanceof HTMLTextAreaElement)) modes[mode].look();
  });
  onSchemeChange(() => {
    stage.refresh();
    modes[mode].enter();
  });
  if (data.made) byId("made").append(element("code", "", data.made.command), ` · clearance ${data.made.version}`);

  const first = /^#(pair|robot|scene)/.exec(location.hash)?.[1] as Name | undefined;
  show(first ?? "pair");
  stage.trying(() => (data.files?.length ? open(openFiles(data)) : modes[mode].enter()));
  // What the tests drive.
  Object.assign(window, { play: { modes, open, stage, show } });
  stage.element.dataset.ready = "yes";
}

begin().catch((error: Error) => {
  byId("trouble").textContent = error.message;
  byId("trouble").hidden = false;
});
