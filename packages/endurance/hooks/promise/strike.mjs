// The faults of a plan, at their moments. Nothing here imports the SDK: some strike before it is loaded.
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
// Kept from patches.
const { stringify } = JSON;
const { isPromise } = types;

/** Strikes all of a moment one after the other: gives the decision that one has in place of the guard's, or nothing. */
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

/** Those of after the answer. */
export function strikeLater(scene) {
  for (const fault of scene.plan.faults.filter(({ at }) => at === "later")) {
    setImmediate(() => next([fault], scene));
  }
}

export const isForbidden = (call, { forbidden }) => stringify(call.arguments ?? call).includes(forbidden);
