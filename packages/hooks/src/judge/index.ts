export { judge } from "./judge.js";
export type { JudgeModel, JudgeModelSettings, JudgeOptions } from "./options.js";
