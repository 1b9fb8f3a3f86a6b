import type { Form } from "../contenders/builds.js";
import { type ContenderName, PEERS } from "../contenders/names.js";
import type { Values } from "../report/results.js";

/** The floor has one form, which stands beside all of ours. Beside our snapshot stand the peers' fastest forms. */
export function rowsOfForms({ plain, bundle, snapshot }: Readonly<Record<Form, Values>>): Record<Form, Values> {
  const floor = plain.bare === undefined ? {} : { bare: plain.bare };
  const fastest = Object.fromEntries(
    PEERS.flatMap((name: ContenderName) => {
      const times = [plain[name], bundle[name]].filter((time) => time !== undefined);
      return times.length === 0 ? [] : [[name, Math.min(...times)]];
    }),
  );
  return { plain, bundle: { ...floor, ...bundle }, snapshot: { ...floor, ...snapshot, ...fastest } };
}
