import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { recordings } from "../../../test/command-hosts/recordings.js";
import type { Fields } from "../../../test/spawn-hook.js";
import { denialsOf } from "../../command-hook/denials.js";
import { defineHook, type FailurePolicy, modify } from "../../index.js";
import { adapter } from "./adapter.js";

const recorded = (name: string) =>
  recordings.find(({ where }) => where === `claude-code/2.1.332/PostToolUse${name}.json`)?.payload ?? {};
const responseOf = (payload: Fields) => payload.tool_response as Fields;

/** Returns what a hook sees of a recorded result, and what Claude Code receives when the hook changes it. */
async function changeResult(payload: Fields, change: (text: string) => string, onFailure: FailurePolicy = "continue") {
  let forLlm: string | undefined;
  const hook = defineHook({
    name: "redacts",
    onFailure,
    afterTool: ({ result }) => {
      forLlm = result.forLlm;
      return modify({ result: change(result.forLlm) });
    },
  });
  const { document, failures } = await asked(hook, payload, { host: "claude-code" });
  const output = (document?.hookSpecificOutput as Fields | undefined)?.updatedToolOutput;
  return { forLlm, document, output, failures };
}

/** The effect of each change on what the model reads was tested with 2.1.330, except for WebFetch. */
describe("a changed result keeps the shape of its tool", () => {
  const bash = recorded("");
  const file = (payload: Fields) => responseOf(payload).file as Fields;

  it.each<[string, Fields, string, unknown]>([
    ["Bash", bash, "ORIG", { ...responseOf(bash), stdout: "NEW\nX", stderr: "" }],
    [
      "Read of a text",
      recorded(".Read"),
      String(file(recorded(".Read")).content),
      {
        ...responseOf(recorded(".Read")),
        file: { ...file(recorded(".Read")), content: "NEW\nX", numLines: 2 },
      },
    ],
    [
      "Read of an image, which becomes a text",
      recorded(".Read.image"),
      "",
      { type: "text", file: { filePath: "", content: "NEW\nX", numLines: 2, startLine: 1, totalLines: 2 } },
    ],
    [
      "Read of a notebook, which becomes a text",
      recorded(".Read.notebook"),
      JSON.stringify(file(recorded(".Read.notebook")).cells),
      {
        type: "text",
        file: {
          filePath: "/home/user/project/n.ipynb",
          ...{ content: "NEW\nX", numLines: 2, startLine: 1, totalLines: 2 },
        },
      },
    ],
    ["Grep for lines", recorded(".Grep"), "a.txt:2:SECRET", { ...responseOf(recorded(".Grep")), content: "NEW\nX" }],
    [
      "Grep for files",
      recorded(".Grep.files"),
      "a.txt",
      { ...responseOf(recorded(".Grep.files")), filenames: ["NEW", "X"], numFiles: 2 },
    ],
    [
      "Grep for counts",
      recorded(".Grep.count"),
      "a.txt:1",
      { ...responseOf(recorded(".Grep.count")), content: "NEW\nX" },
    ],
    ["Glob", recorded(".Glob"), "a.txt", { ...responseOf(recorded(".Glob")), filenames: ["NEW", "X"], numFiles: 2 }],
    [
      "Agent",
      recorded(".Agent"),
      "hello",
      { ...responseOf(recorded(".Agent")), content: [{ type: "text", text: "NEW\nX" }] },
    ],
    ["a tool of an MCP server", recorded(".mcp"), "MCP:a", [{ type: "text", text: "NEW\nX" }]],
    ["a tool of an MCP server with a structured result", recorded(".mcp.structured"), '{"value":"SECRET"}', "NEW\nX"],
    [
      "WebFetch",
      { ...bash, tool_name: "WebFetch", tool_response: { code: 200, bytes: 4, result: "page", url: "u" } },
      "page",
      { code: 200, bytes: 4, result: "NEW\nX", url: "u" },
    ],
  ])("%s", async (_tool, payload, forLlm, output) => {
    const answer = await changeResult(payload, () => "NEW\nX");
    expect(answer).toMatchObject({ forLlm, failures: [] });
    expect(answer.output).toEqual(output);
    expect(answer.document).toEqual({
      hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: answer.output },
    });
  });

  it("result.forLlm has stderr after stdout, and a change clears stderr", async () => {
    const payload = { ...bash, tool_response: { stdout: "out", stderr: "err", interrupted: false } };
    expect(await changeResult(payload, () => "NEW")).toMatchObject({
      forLlm: "out\nerr",
      output: { stdout: "NEW", stderr: "" },
    });
  });

  it("removes the path of the file that holds a large output", async () => {
    const { output } = await changeResult(recorded(".large"), () => "NEW");
    expect(responseOf(recorded(".large"))).toHaveProperty("persistedOutputPath");
    expect(output).toEqual({
      ...{ stdout: "NEW", stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
    });
  });

  it("merges several blocks of text into one, and keeps images", async () => {
    const image = { type: "image", data: "x" };
    const payload = {
      ...recorded(".mcp"),
      tool_response: [image, { type: "text", text: "a" }, { type: "text", text: "b" }],
    };
    expect(await changeResult(payload, () => "NEW")).toMatchObject({
      forLlm: "a\nb",
      output: [image, { type: "text", text: "NEW" }],
    });
  });

  it.each<[string, unknown, string, unknown]>(
    [
      [
        "a resource",
        [{ type: "text", text: "a" }, { type: "resource", resource: { uri: "x", text: "SECRET" } }, { type: "image" }],
        'a\nSECRET\n{"type":"resource","resource":{"uri":"x"}}',
        [{ type: "text", text: "NEW" }, { type: "image" }],
      ],
      ["texts without blocks", ["SECRET", "b"], '"SECRET"\n"b"', [{ type: "text", text: "NEW" }]],
      ["an object like a shell's", { stdout: "a", stderr: "", token: "SECRET" }, undefined, "NEW"],
      ["an object like a list of files", { filenames: [], token: "SECRET" }, undefined, "NEW"],
    ].map(([title, response, text = JSON.stringify(response), output]) => [title, response, text, output] as never),
  )(
    "shows and replaces everything that a tool of an MCP server returned: %s",
    async (_title, response, forLlm, output) => {
      const payload = { ...recorded(".mcp"), tool_response: response };
      expect(await changeResult(payload, () => "NEW")).toMatchObject({ forLlm, output, failures: [] });
    },
  );

  it("reads an empty list of files", async () => {
    expect((await changeResult(recorded(".Glob"), () => "")).output).toMatchObject({ filenames: [], numFiles: 0 });
  });
});

describe("a result that is not text", () => {
  const tools = [".Write", ".Edit", ".NotebookEdit", ".TaskCreate", ".Agent.background"];

  it.each(tools)("is shown as JSON, and changed as JSON: %s", async (name) => {
    const payload = recorded(name);
    const answer = await changeResult(payload, (text) =>
      text.replace("project", "PROJECT").replace("SECRET", "[gone]"),
    );
    expect(JSON.parse(answer.forLlm ?? "")).toEqual(payload.tool_response);
    expect(answer.failures).toEqual([]);
    expect(JSON.stringify(answer.output)).toMatch(/PROJECT|\[gone\]/);
    expect(Object.keys(answer.output as object)).toEqual(Object.keys(responseOf(payload)));
  });

  it("is shown as JSON, and changed as JSON: the list of ListMcpResourcesTool", async () => {
    const list = [{ name: "SECRET", uri: "x://r", server: "srv" }];
    const payload = { ...recorded(""), tool_name: "ListMcpResourcesTool", tool_response: list };
    const answer = await changeResult(payload, (text) => text.replace("SECRET", "[gone]"));
    expect(answer).toMatchObject({ forLlm: JSON.stringify(list), output: [{ ...list[0], name: "[gone]" }] });
    for (const other of ["{}", '[{"name":"SECRET"}]']) {
      expect((await changeResult(payload, () => other)).failures).toMatchObject([{ kind: "unsupported" }]);
    }
  });

  it.each(tools)("fails for a text that is not JSON, and is withheld under block: %s", async (name) => {
    const payload = recorded(name);
    const open = await changeResult(payload, () => "[gone]");
    expect(open).toMatchObject({ document: undefined, failures: [{ kind: "unsupported" }] });
    expect(open.failures[0]?.message).toMatch(/returns an object or an array, which result\.forLlm holds as JSON/);
    const closed = await changeResult(payload, () => "[gone]", "block");
    expect(JSON.stringify(closed.document)).not.toMatch(/SECRET|project\//);
  });
});

describe("a withheld result", () => {
  const guard = defineHook({
    name: "guard",
    onFailure: "block",
    afterTool: () => {
      throw new Error("x");
    },
  });
  const withheldFrom = async (payload: Fields) => {
    const { document } = await asked(guard, payload, { host: "claude-code" });
    return { document, output: (document?.hookSpecificOutput as Fields | undefined)?.updatedToolOutput };
  };
  const WITHHELD_TEXT = expect.stringMatching(WITHHELD);

  it.each(
    recordings
      .filter(({ host, event }) => host === "claude-code" && event === "PostToolUse")
      .map(({ where, payload }) => [where, payload] as const),
  )("keeps nothing that the tool returned: %s", async (_where, payload) => {
    const { document } = await withheldFrom(payload);
    expect(JSON.stringify(document)).not.toMatch(/SECRET|ORIG|MCP:a|hello|iVBOR|print\(1\)/);
  });

  it("keeps the fields from which Claude Code recognises the shape", async () => {
    const payload = recorded(".NotebookEdit");
    expect(await withheldFrom(payload)).toMatchObject({
      output: { cell_type: "code", edit_mode: "replace", language: "python", new_source: WITHHELD_TEXT },
    });
    expect((await withheldFrom(recorded(".Write"))).output).toMatchObject({ type: "create", content: WITHHELD_TEXT });
  });

  it("drops the images of a tool of an MCP server", async () => {
    const image = { type: "image", data: "x" };
    const { document } = await withheldFrom({ ...recorded(".mcp"), tool_response: [image] });
    expect(document).toEqual({
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        updatedToolOutput: [{ type: "text", text: WITHHELD_TEXT }],
      },
    });
  });

  it("ends the turn only if the shape is unknown", async () => {
    const unknown = {
      ...recorded(""),
      tool_name: "Later",
      tool_response: { secret: "SECRET", list: ["SECRET", 48291, true] },
    };
    expect((await withheldFrom(unknown)).document).toEqual({
      ...{ continue: false, stopReason: WITHHELD_TEXT },
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        updatedToolOutput: { secret: WITHHELD_TEXT, list: [WITHHELD_TEXT, 0, false] },
      },
    });
    for (const name of ["", ".Read", ".Edit", ".mcp", ".TaskCreate"]) {
      expect((await withheldFrom(recorded(name))).document, name).not.toHaveProperty("continue");
    }
  });

  it("is impossible if the tool failed: stdout stays empty, and stderr explains it", async () => {
    const failed = recordings.find(({ event }) => event === "PostToolUseFailure")?.payload ?? {};
    const answer = await asked(guard, failed, { host: "claude-code" });
    expect(answer).toMatchObject({ text: undefined, denial: undefined, failures: [{ kind: "threw" }] });
    expect(answer.stderr).toContain("this host cannot stop here");
    expect(denialsOf(adapter).withoutDenial).toContain("PostToolUseFailure");
  });

  it("has the form of Copilot CLI if that runs the hooks in a trusted project's .claude/settings.json", async () => {
    const copilots = {
      ...{ session_id: "s", timestamp: "2026-11-22T18:38:50.974Z", cwd: "/", hook_event_name: "PostToolUse" },
      ...{ tool_name: "Bash", tool_input: { command: "x" } },
      tool_result: { result_type: "success", text_result_for_llm: "SECRET" },
    };
    const { timestamp: _at, ...undated } = copilots;
    for (const payload of [copilots, undated]) {
      expect(await withheldFrom(payload)).toMatchObject({ document: { decision: "block", reason: WITHHELD_TEXT } });
    }
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const { failures } = await asked(redacts, undated, { host: "claude-code" });
    expect(failures).toMatchObject([{ kind: "undecodable", message: expect.stringContaining("config copilot") }]);
    expect((await withheldFrom(recorded(""))).document).not.toHaveProperty("decision");
  });

  it("from the launcher has the fields of every shape, and ends the turn", () => {
    const blocked = { decision: "block", reason: "[withheld: hook failed]" };
    const { hookSpecificOutput: output, ...stop } = JSON.parse(denialsOf(adapter).denials.PostToolUse ?? "");
    expect(stop).toEqual({ continue: false, stopReason: "[withheld: hook failed]", ...blocked });
    for (const name of ["", ".Read", ".Grep", ".Glob", ".Edit", ".NotebookEdit"]) {
      const optional = [
        "noOutputExpected",
        "totalLines",
        "totalMatches",
        "countIsComplete",
        "old_source",
        "cell_id",
        "error",
      ];
      const named = Object.keys(responseOf(recorded(name))).filter((key) => !optional.includes(key));
      expect(Object.keys(output.updatedToolOutput), name).toEqual(expect.arrayContaining(named));
    }
  });
});

/** Each answer was tested with 2.1.330 as a replacement of the tool's result. */
describe("a native answer that replaces a result", () => {
  const objection = (payload: Fields, updatedToolOutput: unknown) =>
    adapter.whyNativeUnsupported(
      "PostToolUse",
      { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } },
      false,
      payload as never,
    );
  const list = { ...recorded(""), tool_name: "ListMcpResourcesTool", tool_response: [{ name: "a", uri: "x://r" }] };
  const file = { filePath: "", content: "R", numLines: 1, startLine: 1, totalLines: 1 };

  it.each<[string, Fields, unknown]>([
    ["a text for Bash", recorded(""), "R"],
    ["a part of Bash's", recorded(""), { stdout: "R" }],
    ["a wrong type in Bash's", recorded(""), { stdout: "R", stderr: "", interrupted: "no" }],
    ["the result of another tool", recorded(""), { type: "text", file }],
    ["nothing", recorded(""), null],
    ["another word where Read has a known one", recorded(".Read"), { type: "R", file }],
    ["blocks for Read", recorded(".Read"), [{ type: "text", text: "R" }]],
    ["a part of Glob's", recorded(".Glob"), { filenames: ["R"] }],
    ["other objects in a list", list, [{ a: "R" }]],
    ["a text for a list", list, "R"],
  ])("is a failure if Claude Code would ignore it: %s", (_what, payload, output) => {
    expect(objection(payload, output)).toMatch(/ignores an updatedToolOutput whose shape differs from \w+'s own/);
  });

  it.each<[string, Fields, unknown]>([
    ["the least of Bash's", recorded(""), { stdout: "R", stderr: "", interrupted: false }],
    ["the result with more", recorded(".Edit"), { ...responseOf(recorded(".Edit")), more: 1 }],
    ["a text for an image", recorded(".Read.image"), { type: "text", file }],
    ["lines for files", recorded(".Grep.files"), { mode: "content", numFiles: 1, filenames: ["R"], content: "R" }],
    ["a list changed in place", list, [{ name: "R", uri: "x://r" }]],
    ["anything for a tool of an MCP server", recorded(".mcp"), { stdout: 1 }],
  ])("is sent if Claude Code accepts it: %s", (_what, payload, output) => {
    expect(objection(payload, output)).toBeUndefined();
  });

  it.each(
    recordings
      .filter(({ host, event }) => host === "claude-code" && event === "PostToolUse")
      .map(({ where, payload }) => [where, payload] as const),
  )("is accepted if it changes only texts of the result: %s", (_where, payload) => {
    const changed = JSON.stringify(payload.tool_response).replaceAll(/SECRET|ORIG|MCP:a/g, "R");
    expect(objection(payload, JSON.parse(changed))).toBeUndefined();
  });
});
