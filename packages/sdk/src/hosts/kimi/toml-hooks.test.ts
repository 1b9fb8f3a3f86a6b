import { expect, it } from "vitest";
import { NAME, TOML } from "./toml-hooks.js";

const COMMAND = "/bin/sh '/sdk/launcher/guard.sh' block kimi PreToolUse 6 '/node' '/hook.js' || printf '%s' '{}'";

const file = {
  default_model: "m",
  hooks: [
    { event: "PreToolUse", command: `${COMMAND} # guard`, timeout: 10 },
    { event: "Stop", command: "make # all" },
    { event: "PreToolUse", command: "true", matcher: "Bash" },
  ],
};
const byEvent = {
  default_model: "m",
  hooks: {
    PreToolUse: [
      { [NAME]: "guard", command: COMMAND, timeout: 10 },
      { command: "true", matcher: "Bash" },
    ],
    Stop: [{ [NAME]: "all", command: "make" }],
  },
};

it("the entries of a file are lists by event, and the comment at the end of a command is its name", () => {
  expect(TOML.read(file)).toEqual(byEvent);
});

it("lists by event are entries with their event, and the name is a comment", () => {
  const [first, second, third] = file.hooks;
  expect(TOML.write(byEvent)).toEqual({ ...file, hooks: [first, third, second] });
});

it("a file without hooks, or with another value in their place, stays as it is", () => {
  for (const other of [{}, { hooks: "none" }, { hooks: { PreToolUse: [] } }]) expect(TOML.read(other)).toEqual(other);
});

it("what is not an entry is kept, for the schema to reject", () => {
  expect(TOML.read({ hooks: [7, { command: "true" }] })).toEqual({ hooks: { "": [7, { command: "true" }] } });
});

it("an entry whose event is not a name keeps all that it has", () => {
  const odd = [{ command: "a" }, { event: 5, command: "b" }, { event: "", command: "c" }, "d"];
  expect(TOML.write(TOML.read({ hooks: odd }))).toEqual({ hooks: odd });
});

it("an event may have any name", () => {
  const file = { hooks: [{ event: "__proto__", command: "a" }] };
  expect(TOML.write(TOML.read(file))).toEqual(file);
});
