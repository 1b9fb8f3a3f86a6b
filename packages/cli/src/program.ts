import { Command } from "commander";
import { addCommand } from "./add/command.js";
import { approveCommand, denyCommand } from "./approve/command.js";
import { auditCommand } from "./audit/command.js";
import { buildCommand } from "./build/command.js";
import { callCommand } from "./call/command.js";
import { checkCommand } from "./check/command.js";
import { configCommand } from "./config/command.js";
import { devCommand } from "./dev/command.js";
import { doctorCommand } from "./doctor/command.js";
import { EXIT_CODE_MEANINGS } from "./exit-codes.js";
import { explainCommand } from "./explain/command.js";
import type { Invocation } from "./invocation.js";
import { logCommand } from "./log/command.js";
import { removeCommand } from "./remove/command.js";
import { replayCommand } from "./replay/command.js";
import { runCommand } from "./run-policy/command.js";
import { statsCommand } from "./stats/command.js";
import { traceCommand } from "./trace/command.js";
import { uiCommand } from "./ui/command.js";
import { undoCommand } from "./undo/command.js";
import { whyCommand } from "./why/command.js";

/** Creates the command line, also for the reference in the docs. A command's code is loaded when it runs. */
export function createProgram(invocation: Invocation, version: string): Command {
  const program = new Command("agent-hook")
    .description(
      "Protect agents with ready-made hooks. Check, call, record, replay, configure and diagnose hooks, in any language.",
    )
    .version(version, "--version", "print the version")
    .usage("<command> [options] [-- <hook command...>]")
    .helpOption("--help", "show help")
    .helpCommand(false)
    .addHelpText("after", `\n${EXIT_CODES_HELP}`);
  const commands = [
    addCommand,
    removeCommand,
    explainCommand,
    undoCommand,
    approveCommand,
    denyCommand,
    logCommand,
    whyCommand,
    statsCommand,
    uiCommand,
    auditCommand,
    runCommand,
    checkCommand,
    callCommand,
    traceCommand,
    devCommand,
    replayCommand,
    buildCommand,
    configCommand,
    doctorCommand,
  ];
  for (const create of commands) {
    program.addCommand(create(invocation).helpOption("--help", "show help"));
  }
  return program;
}

const EXIT_CODES_HELP = `A host is an agent that calls hooks, such as claude-code. Everything after -- is the command that starts
the hook, such as: agent-hook check -- node dist/main.js

Exit codes:
${EXIT_CODE_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join("\n")}`;
