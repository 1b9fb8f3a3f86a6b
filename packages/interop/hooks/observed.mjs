// Makes no decision. The file `asked` in HOME tells which process was asked.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { defineHook, serve } from "@agent-hook/sdk";

const beforeTool = () => appendFileSync(join(process.env.HOME, "asked"), `${process.pid}\n`);
await serve(defineHook({ name: "observed", beforeTool: () => void beforeTool() }));
