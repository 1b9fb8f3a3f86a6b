import { expect, test } from "vitest";
import { HOOK_MODES, methods, modeOf, POINTS, type PointName } from "../../src/protocol/index.js";

const names = Object.keys(POINTS) as PointName[];

test("every call to a hook except hello is a point", () => {
  const answered = Object.values(methods).filter(({ method, kind }) => kind === "request" && method !== "hook.hello");
  expect(names.map((name) => POINTS[name].method).sort()).toEqual(answered.map(({ method }) => method).sort());
});

test("a point has the same name in the config and in its call", () => {
  for (const name of names) expect(POINTS[name].method).toBe(`hook.${POINTS[name].intercept}`);
});

test("the points and events cover every mode of hello and no other mode", () => {
  expect(new Set([...names, "onEvent" as const].map(modeOf))).toEqual(new Set(HOOK_MODES));
});
