import { describe, expect, it } from "vitest";
import { asked } from "../../../test/docker-agent/asked.js";
import { payloadOf } from "../../../test/docker-agent/recordings.js";
import type { Fields } from "../../../test/spawn-hook.js";
import { defineHook } from "../../index.js";

describe("the kind of a tool of docker-agent", () => {
  it("is the built-in tool's if an MCP server's tool has the same name: pre_tool_use does not distinguish them", async () => {
    const kinds: string[] = [];
    const notes = defineHook({ name: "notes", beforeTool: ({ kind }) => void kinds.push(kind) });
    await asked(notes, payloadOf("pre_tool_use", { tool_name: "read_file" }));
    expect(kinds).toEqual(["read"]);
  });

  it("is mcp for a result that docker-agent marks so, in v1.123.0", async () => {
    const kinds: string[] = [];
    const notes = defineHook({ name: "notes", afterTool: ({ kind }) => void kinds.push(kind) });
    const result = payloadOf("tool_response_transform", { tool_name: "shell" });
    await asked(notes, { ...result, tool_category: "mcp" });
    await asked(notes, { ...result, tool_name: "anything", tool_category: "mcp" });
    await asked(notes, result);
    expect(kinds).toEqual(["mcp", "mcp", "shell"]);
  });
});

describe("call.partial", () => {
  const seen = async (fields: Fields) => {
    const partial: unknown[] = [];
    const notes = defineHook({ name: "notes", afterTool: (outcome) => void partial.push(outcome.partial) });
    await asked(notes, payloadOf("tool_response_transform", fields));
    return partial;
  };

  it("is true for the output of a shell, which may be partial", async () => {
    expect(await seen({ tool_name: "shell" })).toEqual([true]);
  });

  it("is missing for other tools and for errors, which are never partial", async () => {
    expect(await seen({ tool_name: "read_file" })).toEqual([undefined]);
    expect(await seen({ tool_name: "shell", tool_error: true })).toEqual([undefined]);
  });
});
