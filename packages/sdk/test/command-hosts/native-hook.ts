import { defineHook } from "../../src/index.js";

/** Returns a hook with a handler of one of a host's own events. */
export const native = (
  name: string,
  host: string,
  event: string,
  handler: (payload: never) => unknown,
  more: object = {},
) => defineHook({ name, onFailure: "continue", ...more, native: { [host]: { [event]: handler } } });
