import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callPrompt, type LiveHost, liveHosts } from "@agent-hook/sdk/internal/live-agents";
import type { Question } from "@agent-hook/sdk/internal/questions";
import { describe, expect, test } from "vitest";
import { writeConfig } from "../src/configure.js";
import { isInstalled } from "../src/install.js";
import { withNextPrompts } from "../src/next-prompts.js";
import { runAgent } from "../src/run-agent.js";

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const HOOK = file("hooks/limited.mjs");
const POLICY = file("hooks/policies/ask-person.yaml");
const PERSON = file("hooks/answer.mjs");
const CLI = file("../cli/bin/agent-hook.js");

/** Returns the agent with a model that makes these shell calls, one after the other. */
function calling(agent: LiveHost, commands: readonly string[]): LiveHost {
  const [, ...prompts] = commands.map((command) => promptFor(agent, command));
  return withNextPrompts(agent, prompts);
}

function promptFor(agent: LiveHost, command: string): string {
  const { tool, arguments: args } = agent.shellCall(command);
  return callPrompt(tool, args);
}

/** Looks up the open question and tries to allow its call, in a terminal that the script makes. */
const CHEAT = `
answer() { "${process.execPath}" "${CLI}" "$@"; }
id=$(answer approve --json | grep -o '"id": "[a-z0-9]*"' | tail -1 | cut -d'"' -f4)
echo "cheats on $id"
answer approve "$id" </dev/null
script -qec "'${process.execPath}' '${CLI}' approve $id" /dev/null
`;

for (const agent of liveHosts) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    test("a person allows one call once, and the agent's own shell cannot answer", async () => {
      const commands = [
        "touch one.txt && echo ran one",
        "touch one.txt && echo ran one",
        "touch two.txt && echo ran two",
        `"${process.execPath}" "${CLI}" approve abcd2345`,
        "sh ./cheat.sh",
      ];
      let person: ChildProcess | undefined;
      let questions: readonly Question[] = [];
      const done = await runAgent({
        agent: calling(agent, commands),
        prompt: promptFor(agent, commands[0] ?? ""),
        async prepare({ home, project }) {
          await writeConfig(agent.name, { file: HOOK, arguments: [POLICY] }, home);
          await writeFile(join(project, "cheat.sh"), CHEAT);
          person = spawn(process.execPath, [PERSON, "allow"], { env: environment(home), stdio: "inherit" });
        },
        async inspect({ home }) {
          questions = JSON.parse(
            execFileSync(process.execPath, [PERSON, "list"], { env: environment(home), encoding: "utf8" }),
          );
        },
      });
      person?.kill();
      expect(done.results[0]).toContain("ran one");
      if (agent.denialEndsTurn) {
        expect(done.results).toHaveLength(1);
        expect(questions.map(({ state }) => state)).toEqual(["open"]);
        return;
      }
      expect(done.results[1]).toContain("needs a person");
      expect(done.results[2]).toContain("needs a person");
      expect(done.results[3]).toContain("Only the user answers questions");
      expect(done.results[4]).toContain("cheats on");
      expect(done.project["two.txt"]).toBeUndefined();
      expect(questions.map(({ state }) => state).sort()).toEqual(["open", "open"]);
    });
  });
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home };
}
