export { tools } from "../../families/opencode/tools.js";
