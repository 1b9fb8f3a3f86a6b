// A guard that denies reading. Its argument selects its filter, or none. Each start of its process adds a line to the
// file `starts` in its HOME.
import { appendFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { approve, defineHook, deny, forTools, serve } from "@agent-hook/sdk";

if (!process.argv.includes("--describe")) appendFileSync(join(homedir(), "starts"), "started\n");

const decide = (call) => (call.kind === "read" ? deny("reading is forbidden") : approve());
const filter = { kinds: ["read"] };
const handlers = {
  "a filter": { toolFilter: filter, approveTool: decide },
  "a filter of its handler": { approveTool: forTools(filter, decide) },
  "no filter": { approveTool: decide },
};

const [which] = process.argv.slice(2);
await serve(defineHook({ name: "filtered", onFailure: "block", ...handlers[which] }));
