// Takes a lock, and does not give it back. WITHOUT says what it does where there was none: starts, as by default, or
// ends.
import { existsSync, writeFileSync } from "node:fs";
import { approve, defineHook, serve } from "@agent-hook/sdk";

const { LOCK, WITHOUT = "starts" } = process.env;
const locked = existsSync(LOCK);
writeFileSync(LOCK, "");
if (locked === (WITHOUT === "starts")) process.exit(1);
await serve(defineHook({ name: "starts-once", approveTool: approve }));
