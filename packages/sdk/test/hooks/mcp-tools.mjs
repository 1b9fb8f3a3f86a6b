// Tools for MCP features without an equivalent elsewhere: progress, cancellation, structured results.
import { approve, defineHook, defineTool, deny, modify, reject, respond, serve } from "@agent-hook/sdk";
import { z } from "zod";

const never = () => new Promise(() => {});
const tool = (name, run, more = {}) =>
  defineTool({ name, description: `Runs ${name}`, input: z.object({}), run, ...more });
const weather = { output: z.object({ city: z.string(), degrees: z.coerce.number() }) };

const PARTS = [
  { type: "image", data: "aGk=", mimeType: "image/png" },
  { type: "audio", data: "aGk=", mimeType: "audio/wav" },
  { type: "resource_link", uri: "file:///a.txt", name: "a" },
  { type: "resource", resource: { uri: "file:///b.txt", text: "b" } },
  { type: "resource", resource: { uri: "file:///c.bin", mimeType: "application/zip", blob: "aGk=" } },
];
let tellAllHeard = () => {};
const allHeard = new Promise((resolve) => {
  tellAllHeard = resolve;
});

await serve(
  defineHook({
    name: "mcp-tools",
    version: "1.2.3",
    onFailure: process.env.POLICY,
    deadlines: { interceptMs: 60_000 },
    tools: [
      tool("steps", async (_args, { progress }) => {
        progress(1, 3, "one");
        progress(1, 3, "no step forward");
        progress(Number.NaN);
        progress(2.5, 3);
        progress(3);
        globalThis.late = progress;
        // The official client drops progress that it reads together with the result.
        await allHeard;
        return "all steps";
      }),
      tool("all_heard", () => {
        tellAllHeard();
        return "good";
      }),
      tool("late_step", () => {
        globalThis.late(4);
        return "said nothing";
      }),
      tool("wait", async (_args, { signal }) => {
        console.error("wait runs");
        signal.addEventListener("abort", () => console.error("wait is aborted"));
        return never();
      }),
      tool("brief", async () => {
        console.error("brief runs");
        return new Promise((resolve) => setTimeout(() => resolve("in time"), 300));
      }),
      tool("typed", () => ({ city: "Beijing", degrees: "15" }), weather),
      tool("replaced", () => ({ city: "Beijing", degrees: 15 }), weather),
      tool("list", () => ["a", "b"], { output: z.array(z.string()) }),
      tool("unsayable", () => ({ at: "2026-01-02" }), { output: z.object({ at: z.string().transform(Date.parse) }) }),
      tool("big", ({ bytes }) => "x".repeat(bytes), { input: z.object({ bytes: z.number() }) }),
      tool("rich", () => ({ forLlm: "text", forUser: "shown", silent: false, media: ["media://a"], artifactTags: [] })),
      tool("seen", ({ text }) => ({ forLlm: text, content: PARTS }), { input: z.object({ text: z.string() }) }),
      tool("mixed", () => ({
        forLlm: "15 °C",
        structured: { degrees: 15 },
        content: [PARTS[0], { type: "text", text: "sunny" }],
      })),
      tool("unreadable", () => ({
        forLlm: "",
        content: [{ type: "image", data: "not base64", mimeType: "image/png" }],
      })),
      tool("hidden", () => "ran", { input: z.object({ why: z.string() }) }),
      tool("other", () => "the other tool"),
    ],
    beforeTool: ({ ownTool, kind, tool, arguments: { why, with: text } }, { host }) => {
      if (tool !== ownTool || kind !== "plugin") throw new Error(`${kind} ${tool} ${ownTool}`);
      if (ownTool === "replaced") return respond(text);
      if (why === "host") return deny(`${host.name} ${host.version} ${host.capabilities.host}`);
      if (why === "rename") return modify({ tool: "other" });
      if (why === "foreign") return modify({ tool: "exec" });
      if (why === "throws") throw new Error("SECRET");
    },
    approveTool: ({ arguments: { why } }) => (why === "rejected" ? reject("not today") : approve()),
    afterTool: () => {},
    setup: () => {
      console.error("setup runs");
      if (process.env.ON_START === "throws") throw new Error("SECRET");
    },
    teardown: () => console.error("teardown runs"),
  }),
);
