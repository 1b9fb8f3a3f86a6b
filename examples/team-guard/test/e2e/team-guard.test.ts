import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);

it.each(["ai", "openai-agents", "langchain", "mastra"])(
  "an agent with %s does not delete, and reads why",
  async (name) => {
    const file = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout).toBe("I read: ask the team before you delete anything\n");
  },
);
