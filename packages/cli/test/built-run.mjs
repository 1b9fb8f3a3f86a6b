// Node itself loads what an .mjs file imports. Vitest would first transform the built files.
export { run } from "../dist/run.js";
