export { run } from "../dist/run.js";
