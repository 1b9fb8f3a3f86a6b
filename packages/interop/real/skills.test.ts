import { callPrompt, type Files, liveHosts, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, inject, test } from "vitest";
import { writeConfig } from "../src/configure.js";
import { isInstalled } from "../src/install.js";
import { FAULTS, type Fault, faultyCommand, faultyRun } from "../src/matrix/faults.js";
import { runAgent } from "../src/run-agent.js";

const claude = liveHosts.filter(({ name }) => name === "claude-code");
const ofTier = FAULTS.filter(({ essential }) => essential || inject("tier") === "all");
const denies: Fault = { title: "denies", answers: true };

/** Returns a skill whose text has the output of a shell command. */
const skill = (command: string): Files => ({
  ".claude/skills/probe/SKILL.md": `---\nname: probe\ndescription: A probe\n---\nThe date: !\`${command}\`\n`,
});

for (const agent of claude) {
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    /** Runs a skill, with a guard that has a fault. Without a fault, without a guard. */
    async function runSkill(prompt: string, fault?: Fault) {
      const project = skill(faultyCommand(fault ?? denies, "touch ran.txt; printf OUT%s PUT"));
      const done = await runAgent({
        agent: { ...agent, arguments: (text) => ["--allowedTools=Bash,Skill(probe)", "-p", text] },
        prompt,
        prepare: async (folders) => {
          const { hook, home } = faultyRun("guard", fault ?? denies);
          await writeFiles(folders.home, home);
          if (fault !== undefined) await writeConfig(agent.name, hook, folders.home);
          await writeFiles(folders.project, project);
        },
      });
      return { ran: "ran.txt" in done.project, sent: JSON.stringify(done.requests.map(({ body }) => body)) };
    }

    test("a shell line of a skill runs without a hook, so the tests below would see it", async () => {
      for (const prompt of ["/probe", callPrompt("Skill", { skill: "probe" })]) {
        const { ran, sent } = await runSkill(prompt);
        expect(ran).toBe(true);
        expect(sent).toContain("The date: OUTPUT");
      }
    });

    test.each([denies, ...ofTier])("a shell line of a skill does not run if the guard: $title", async (fault) => {
      const { ran, sent } = await runSkill("/probe", fault);
      expect(ran).toBe(false);
      expect(sent).toContain("The date: [not run: blocked by hook: ");
      if (fault.answers) expect(sent).toContain("refused on purpose");
    });
  });
}
