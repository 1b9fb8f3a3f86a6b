export type { Level } from "../level.js";
export { CLASSES, type Levels, type ShellClass, type ShellFinding } from "./classes.js";
export type { CommandRule } from "./command-rules.js";
export { type GuardShellOptions, guardShell } from "./guard-shell.js";
export { type Judgement, type JudgeOptions, judgeCommand, programsOf } from "./judge.js";
