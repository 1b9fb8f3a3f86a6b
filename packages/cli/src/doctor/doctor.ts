import { existsSync } from "node:fs";
import { usageError } from "../command-error.js";
import type { DoctorFlags } from "../commands/doctor.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import type { Terminal } from "../terminal/terminal.js";
import { list } from "../words.js";
import { COMMAND_HOOK_AGENTS } from "./command-hooks/agents.js";
import { ofAgents, thisMachine } from "./command-hooks/outcomes.js";
import { defaultConfigFile } from "./config-file.js";
import type { Outcome } from "./outcome.js";
import { ofPicoClaw } from "./picoclaw.js";
import { type Subject, subjectOf } from "./subject.js";

/** Looks at every hook that is configured, starts each, and prints what is wrong. Every process that it starts is ended. */
export async function doctor(invocation: Invocation, given: string | undefined, flags: DoctorFlags): Promise<void> {
  const { terminal } = invocation;
  const subject = subjectOf(given, flags.host);
  if (flags.live && (subject.kind === "picoclaw" || subject.kind === "docker-agent")) {
    throw usageError(`--live runs ${list(COMMAND_HOOK_AGENTS.map(({ name }) => name))}, and not ${subject.kind}`);
  }
  const outcomes = await outcomesOf(subject, flags.live === true, terminal);
  const healthy = outcomes.every((outcome) => outcome.healthy);
  if (flags.json) {
    const isOne = subject.kind !== "everything" && "file" in subject;
    const all = { configs: outcomes.map(({ json }) => json), ok: healthy };
    terminal.printJson(isOne ? outcomes[0]?.json : all);
  } else {
    for (const [index, outcome] of outcomes.entries()) {
      if (index > 0) terminal.print();
      outcome.print(terminal);
    }
  }
  if (!healthy) invocation.exitCode = EXIT_CODES.findings;
  if (flags.live && !outcomes.some(({ tried }) => tried)) {
    const programs = (subject.kind === "agent" ? [subject.agent] : COMMAND_HOOK_AGENTS).map(({ program }) => program);
    const are = programs.length === 1 ? "is" : "are";
    terminal.note(`agent-hook: --live: nothing to run: ${programs.join(", ")} ${are} not on the PATH`);
    invocation.exitCode = EXIT_CODES.notRun;
  }
}

async function outcomesOf(subject: Subject, live: boolean, terminal: Terminal): Promise<Outcome[]> {
  switch (subject.kind) {
    case "picoclaw":
      return [await ofPicoClaw(subject.file, subject.version, terminal)];
    case "docker-agent": {
      const { ofDockerAgent } = await import("./docker-agent/doctor.js");
      return [await ofDockerAgent(subject.file, subject.version, terminal)];
    }
    case "agent":
      return ofAgents([subject.agent], { file: subject.file, live, named: true }, terminal);
    case "everything":
      return ofAll(live, terminal);
  }
}

/** What is found where the agents look by themselves. */
async function ofAll(live: boolean, terminal: Terminal): Promise<Outcome[]> {
  const file = defaultConfigFile(process.env);
  const agents = await ofAgents(COMMAND_HOOK_AGENTS, { live, named: false }, terminal);
  const own = existsSync(file) ? [await ofPicoClaw(file, undefined, terminal)] : [];
  if (own.length + agents.length === 0) throw usageError(nothingFound(file));
  return [...own, ...agents];
}

/** Where it looked, and what to begin with. */
function nothingFound(picoclaw: string): string {
  const { env, home } = thisMachine();
  const places = COMMAND_HOOK_AGENTS.map(
    ({ title, host: { places } }) => `  ${title}: ${places.user("*", env, home)}, and here ${places.project("*")}`,
  );
  return [
    "there is no hook in a config of any agent that doctor knows; it looked at:",
    `  PicoClaw: ${picoclaw} (set PICOCLAW_CONFIG or PICOCLAW_HOME for another)`,
    ...places,
    "A config elsewhere, and every one of docker-agent: agent-hook doctor path/to/file",
    "To begin: agent-hook config claude-code --write -- node path/to/hook.js (or codex, gemini, copilot, picoclaw)",
  ].join("\n");
}
