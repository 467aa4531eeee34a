// Whether the site's own search finds what newcomers look for: node docs/search.mjs SITE. It runs the scripts that the site's search page loads.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

/** Searches with synonyms, and the pages that answer them: one of them must be among the first `SHOWN` results. */
const TASKS = [
  ["distance between two STL files", ["recipes.html", "guide/meshes.html"]],
  ["mesh distance", ["recipes.html", "guide/meshes.html"]],
  ["prove path", ["recipes.html", "guide/motions.html"]],
  ["collision free path", ["recipes.html", "guide/motions.html"]],
  ["million poses collide", ["recipes.html", "guide/tables.html"]],
  ["point inside mesh", ["recipes.html", "guide/points.html"]],
  ["contact points", ["recipes.html", "guide/pairs.html", "guide/scenes.html"]],
  ["penetration depth", ["recipes.html", "guide/pairs.html"]],
  ["ray cast", ["recipes.html", "guide/scenes.html"]],
  ["time of impact", ["recipes.html", "guide/motions.html"]],
  ["robot self collision URDF", ["recipes.html", "guide/robots.html"]],
  ["convex decomposition", ["recipes.html", "guide/meshes.html"]],
  ["signed distance field", ["recipes.html", "guide/points.html"]],
  ["trajectory collision", ["recipes.html", "guide/trajectories.html"]],
  ["cloth", ["recipes.html", "guide/deforming.html"]],
  ["continuous collision detection", ["guide/questions.html", "recipes.html", "guide/deforming.html", "guide/motions.html"]],
  ["vertex face edge edge", ["guide/deforming.html"]],
  ["motion planning", ["recipes.html", "guide/motions.html"]],
  ["install python", ["guide/install.html"]],
  ["CMake find_package", ["reference/c.html", "guide/install.html"]],
  ["CCD tunneling", ["guide/questions.html", "guide/motions.html"]],
  ["swept volume", ["guide/questions.html"]],
  ["license", ["guide/questions.html"]],
  ["safety distance human", ["guide/questions.html", "guide/monitors.html"]],
  ["speed and separation monitoring", ["guide/questions.html", "guide/monitors.html"]],
  ["ISO 13855", ["guide/monitors.html"]],
  ["point cloud", ["guide/scenes.html", "guide/questions.html"]],
  ["octomap", ["guide/scenes.html", "guide/questions.html"]],
  ["heightmap terrain", ["guide/scenes.html"]],
  ["GPU", ["guide/questions.html"]],
  ["multithreading", ["guide/questions.html"]],
  ["millimeters", ["guide/questions.html"]],
  ["bounding volume hierarchy", ["guide/questions.html"]],
  ["broad phase", ["guide/questions.html", "guide/scenes.html"]],
  ["allowed collision matrix", ["guide/robots.html", "guide/questions.html", "recipes.html"]],
  ["ROS MoveIt", ["guide/questions.html", "guide/motions.html", "guide/trajectories.html"]],
  ["Gazebo", ["guide/robots.html", "guide/questions.html"]],
  ["STEP CAD", ["guide/questions.html"]],
  ["clash detection", ["recipes.html", "guide/ranges.html", "guide/questions.html"]],
  ["interference check assembly", ["guide/ranges.html"]],
  ["non-convex mesh", ["guide/meshes.html"]],
  ["watertight", ["guide/meshes.html", "guide/questions.html"]],
  ["WebAssembly", ["guide/browser.html", "guide/questions.html"]],
  ["differentiable distance", ["python/columns.html", "guide/questions.html"]],
  ["Unity Unreal Godot", ["guide/questions.html"]],
  ["minimum distance robot obstacle", ["guide/questions.html", "guide/robots.html"]],
  ["inverse kinematics", ["guide/questions.html"]],
  ["benchmark FCL", ["guide/questions.html", "measured/performance.html"]],
  ["C++ example", ["guide/questions.html", "programs.html"]],
  ["nearest point on mesh", ["guide/points.html", "recipes.html"]],
  ["tolerance analysis", ["guide/trajectories.html", "guide/tables.html"]],
];
const SHOWN = 3;

/** The search of a site, without its page. */
function searchOf(site) {
  const nothing = { childNodes: [], lastChild: null };
  const page = { getElementById: () => nothing, readyState: "loading", addEventListener: () => {}, documentElement: { dataset: {} } };
  const world = vm.createContext({ document: page, localStorage: { setItem: () => {} }, console, SPHINX_HIGHLIGHT_ENABLED: false });
  world.window = world;
  vm.runInContext("const _ready = () => {}, _ = (text) => text;", world);
  for (const script of ["_static/documentation_options.js", "_static/language_data.js", "_static/searchtools.js", "searchindex.js"]) {
    vm.runInContext(readFileSync(join(site, script), "utf8"), world, { filename: script });
  }
  const query = vm.runInContext("(words) => Search._performSearch(...Search._parseQuery(words))", world);
  // The best of them is last.
  return (words) => [...query(words)].reverse().map(([name, title, anchor]) => ({ page: `${name}.html`, title, anchor }));
}

const search = searchOf(process.argv[2]);
const lost = [];
for (const [words, pages] of TASKS) {
  const found = search(words);
  const place = found.findIndex((result) => pages.includes(result.page));
  if (place < 0 || place >= SHOWN) {
    const first = found.slice(0, SHOWN).map((result) => `${result.page}${result.anchor}`);
    lost.push(`"${words}" finds ${first.join(", ") || "nothing"}, not ${pages.join(" or ")}`);
  } else if (process.argv[3] === "--verbose") {
    console.log(`"${words}": ${place + 1}, ${found[place].page}${found[place].anchor}`);
  }
}
lost.forEach((line) => console.log(line));
console.log(`${TASKS.length} tasks, ${TASKS.length - lost.length} found by the site's search`);
process.exit(lost.length > 0 ? 1 : 0);
