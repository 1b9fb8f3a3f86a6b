import { describe, expect, it } from "vitest";
import { eventField, eventIn, fieldIn, partsWith, withFields } from "../../src/host-tools/payload-fields.js";

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

  it("is a position in a list", () => {
    const lists = { roots: ["/a", "/b"] };
    expect(fieldIn(lists, "/roots/1")).toBe("/b");
    expect(fieldIn(lists, "/roots/2")).toBeUndefined();
    expect(withFields(lists, { "/roots/0": "/c" })).toEqual({ roots: ["/c", "/b"] });
  });

  it("is at one of several paths, and is changed where its object is", () => {
    const name = "/call/name|/result/name";
    expect(fieldIn({ result: { name: "echo" } }, name)).toBe("echo");
    expect(withFields({ result: { name: "echo" } }, { [name]: "rm" })).toEqual({ result: { name: "rm" } });
    expect(withFields({ call: { id: 1 } }, { [name]: "rm" })).toEqual({ call: { id: 1, name: "rm" } });
    expect(partsWith({ id: 1, call: { name: "echo" } }, name)).toEqual({ call: { name: "echo" } });
  });

  it.each(["__proto__", "constructor"])("may be named %s", (name) => {
    expect(fieldIn(withFields({}, { [name]: 1 }), name)).toBe(1);
    expect(withFields({}, { [`/${name}/x`]: 1 })).toEqual({});
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("the event of a payload", () => {
  const fields = { event: "at", tool: "tool", input: "input", result: "result" };
  const named = { fields, eventNames: { tool_call: "PreToolUse" } };

  it("has the name of the config, whatever the payload calls it", () => {
    expect(eventIn({ fields }, { at: "PreToolUse" })).toBe("PreToolUse");
    expect(eventIn(named, { at: "tool_call" })).toBe("PreToolUse");
    expect(eventIn(named, { at: "new_event" })).toBe("new_event");
    expect(eventIn(named, { at: "constructor" })).toBe("constructor");
    expect(eventIn(named, { at: "" })).toBeUndefined();
    expect(eventIn(named, { at: 7 })).toBeUndefined();
  });

  it("is written as payloads call it", () => {
    expect(eventField({ fields }, "PreToolUse")).toEqual({ at: "PreToolUse" });
    expect(eventField(named, "PreToolUse")).toEqual({ at: "tool_call" });
    expect(eventField(named, "new_event")).toEqual({ at: "new_event" });
  });

  it("is not named by every host", () => {
    const { event: _, ...nameless } = fields;
    expect(eventIn({ fields: nameless }, { at: "PreToolUse" })).toBeUndefined();
    expect(eventField({ fields: nameless }, "PreToolUse")).toEqual({});
  });
});
