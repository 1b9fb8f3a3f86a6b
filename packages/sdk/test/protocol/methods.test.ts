import { expect, it } from "vitest";
import {
  HOST_TIMEOUTS_MS,
  MAX_LINE_BYTES,
  type MethodSpec,
  methods,
  PROTOCOL_VERSION,
} from "../../src/protocol/index.js";

it("each spec is registered under its own method; a request has a result, a notification has none", () => {
  for (const [name, spec] of Object.entries<MethodSpec>(methods)) {
    expect(spec.method).toBe(name);
    expect(spec.direction).toBe("host-to-hook");
    expect(spec.kind).toBe(spec.result ? "request" : "notification");
  }
});

it("the limits are those of the real host", () => {
  expect(MAX_LINE_BYTES).toBe(2 ** 20);
  expect(PROTOCOL_VERSION).toBe(1);
  expect(HOST_TIMEOUTS_MS).toEqual({ hello: 5000, intercept: 5000, approve: 60_000, event: 500 });
});
