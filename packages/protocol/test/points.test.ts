import { expect, test } from "vitest";
import { HOOK_MODES, methods, modeOf, POINTS, type PointName } from "../src/index.js";

const names = Object.keys(POINTS) as PointName[];

test("every call that a hook answers, hello aside, is a point", () => {
  const answered = Object.values(methods).filter(({ method, kind }) => kind === "request" && method !== "hook.hello");
  expect(names.map((name) => POINTS[name].method).sort()).toEqual(answered.map(({ method }) => method).sort());
});

test("the config's name of a point is the call's", () => {
  for (const name of names) expect(POINTS[name].method).toBe(`hook.${POINTS[name].intercept}`);
});

test("the points and events come under all modes of hello, and under no other", () => {
  expect(new Set([...names, "onEvent" as const].map(modeOf))).toEqual(new Set(HOOK_MODES));
});
