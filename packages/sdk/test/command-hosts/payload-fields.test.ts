import { describe, expect, it } from "vitest";
import { fieldIn, partsWith, withFields } from "../../src/host-tools/payload-fields.js";

const payload = { id: 1, "a/b": 2, Params: { name: "echo", arguments: { x: 1 } } };

describe("a field of a payload", () => {
  it("is a key, or a path to a key of an object", () => {
    expect(fieldIn(payload, "id")).toBe(1);
    expect(fieldIn(payload, "a/b")).toBe(2);
    expect(fieldIn(payload, "/Params/name")).toBe("echo");
    expect(fieldIn(payload, "/Result/name")).toBeUndefined();
    expect(fieldIn(payload, "/id/name")).toBeUndefined();
  });

  it("is changed in a copy, and keeps its place and the fields next to it", () => {
    const changed = withFields(payload, { id: 3, "/Params/name": "rm", more: true });
    expect(JSON.stringify(changed)).toBe('{"id":3,"a/b":2,"Params":{"name":"rm","arguments":{"x":1}},"more":true}');
    expect(payload.Params.name).toBe("echo");
  });

  it("is removed by undefined", () => {
    expect(Object.keys(withFields(payload, { id: undefined }))).toEqual(["a/b", "Params"]);
    expect(withFields(payload, { "/Params/name": undefined }).Params).toStrictEqual({ arguments: { x: 1 } });
  });

  it("is not added if the payload does not have the object of its path", () => {
    expect(withFields(payload, { "/Result/name": "echo", "/id/name": "echo" })).toEqual(payload);
  });

  it("is shown with the whole object of its path", () => {
    expect(partsWith(payload, "id", "/Params/name")).toEqual({ id: 1, Params: payload.Params });
  });

  it.each(["__proto__", "constructor"])("may be named %s", (name) => {
    expect(fieldIn(withFields({}, { [name]: 1 }), name)).toBe(1);
    expect(withFields({}, { [`/${name}/x`]: 1 })).toEqual({});
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
