import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { OURS } from "../contenders/names.js";
import type { Measure } from "./measure.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The time of the two commands from an empty folder to a passing test, in seconds. */
export const firstProject: Measure = {
  name: "project",
  pinned: false,
  run: async () => {
    const args = ["--import", "tsx", "scripts/bench-first-project.ts"];
    const { create, test } = JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }));
    return { figures: { project: { [OURS]: create + test } } };
  },
};
