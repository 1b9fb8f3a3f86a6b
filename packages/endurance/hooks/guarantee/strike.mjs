// Runs the faults of a plan at their moments. Does not import the SDK, because some faults strike before it loads.
import { appendFileSync } from "node:fs";
import { types } from "node:util";
import { deciding } from "./deciding.mjs";
import { ending, hanging } from "./ending.mjs";
import { leaving } from "./leaving.mjs";
import { patching } from "./patching.mjs";
import { pipes } from "./pipes.mjs";
import { printing } from "./printing.mjs";
import { throwing } from "./throwing.mjs";

const faults = { ...throwing, ...ending, ...hanging, ...leaving, ...pipes, ...printing, ...patching, ...deciding };
// Saved from patches.
const { stringify } = JSON;
const { isPromise } = types;

/** Runs the faults of a moment in order. Returns the decision that replaces the guard's, or `undefined`. */
export function strikeAt(moment, scene) {
  return next(
    scene.plan.faults.filter(({ at }) => at === moment),
    scene,
  );
}

function next([fault, ...rest], scene) {
  if (fault === undefined) return undefined;
  appendFileSync(`${scene.plan.folder}/struck`, `${fault.name}\n`);
  const odd = faults[fault.name](fault, scene);
  if (isPromise(odd)) return odd.then((settled) => settled ?? next(rest, scene));
  return odd ?? next(rest, scene);
}

/** Schedules the faults that strike after the answer. */
export function strikeLater(scene) {
  for (const fault of scene.plan.faults.filter(({ at }) => at === "later")) {
    setImmediate(() => next([fault], scene));
  }
}

export const isForbidden = (call, { forbidden }) => stringify(call.arguments ?? call).includes(forbidden);
