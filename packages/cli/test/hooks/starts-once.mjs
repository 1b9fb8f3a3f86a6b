// Takes a lock and never releases it. WITHOUT sets what it does if there was no lock: `starts` (default) or ends.
import { existsSync, writeFileSync } from "node:fs";
import { approve, defineHook, serve } from "@agent-hook/sdk";

const { LOCK, WITHOUT = "starts" } = process.env;
const locked = existsSync(LOCK);
writeFileSync(LOCK, "");
if (locked === (WITHOUT === "starts")) process.exit(1);
await serve(defineHook({ name: "starts-once", approveTool: approve }));
