import { existsSync } from "node:fs";
import { usageError } from "../command-error.js";
import type { DoctorFlags } from "../commands/doctor.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import type { Terminal } from "../terminal/terminal.js";
import { list } from "../words.js";
import { COMMAND_HOOK_AGENTS } from "./command-hooks/agents.js";
import { ofAgents } from "./command-hooks/outcomes.js";
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
  // With nothing else it says what is missing.
  const own = existsSync(file) || agents.length === 0 ? [await ofPicoClaw(file, undefined, terminal)] : [];
  return [...own, ...agents];
}
