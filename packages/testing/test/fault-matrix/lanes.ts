import { fileURLToPath } from "node:url";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { startTestHost } from "@agent-hook/testing";
import { type DockerAgentHostOptions, dockerAgentHost } from "@agent-hook/testing/docker-agent";

/** A way in which an agent asks a guard. */
export interface Lane {
  readonly name: string;
  /** What becomes of the call of a shell. */
  run(attempt: Attempt): Promise<string>;
}

/** How the guard is started, and what the model wants. */
export interface Attempt {
  readonly fault: string;
  readonly shell: string;
  readonly node?: string;
  readonly hook?: string;
  readonly launcher?: string;
}

const GUARD = fileURLToPath(new URL("guard.mjs", import.meta.url));

function picoclaw(version: string): Lane {
  return {
    name: `PicoClaw ${version}`,
    async run({ fault, shell, node = process.execPath, hook = GUARD, launcher }) {
      if (launcher !== undefined) return "-";
      const limits = { interceptor_timeout_ms: 2000, approval_timeout_ms: 2000 };
      const started = await startTestHost([node, hook, "--host", `picoclaw@${version}`], {
        version,
        env: { FAULT: fault },
        defaults: limits,
      }).catch(() => undefined);
      if (started === undefined) return "the agent does not start";
      await using host = started;
      const { outcome } = await host.runTool({ tool: "exec", arguments: { command: shell } }, () => "it ran");
      return outcome === "ran" ? "runs" : outcome;
    },
  };
}

function dockerAgent(options: DockerAgentHostOptions): Lane {
  const { version, lane } = options;
  const preempt = lane === "preempt";
  return {
    name: `docker-agent ${version}${preempt ? ", `preempt_yolo`, under --yolo" : ""}`,
    async run({ fault, shell, node = process.execPath, hook = GUARD, launcher = launcherPath() }) {
      const command = launcherCommand({
        launcher,
        mode: "block",
        host: "docker-agent",
        event: "pre_tool_use",
        // Only a loop is to be waited out; a busy machine may take long to start the others.
        seconds: fault === "loops for ever" ? 2 : 60,
        command: [node, hook, "--host", `docker-agent@${version}${preempt ? "/preempt" : ""}`],
      });
      const host = dockerAgentHost({ timeout: 90, ...options, env: { ...process.env, FAULT: fault } });
      const { tool, asks } = await host.preToolUse(command, { tool: "shell", input: { cmd: shell } });
      return tool === "asks" ? (asks === "rules" ? "runs" : "asks the user") : tool;
    },
  };
}

export const LANES: readonly Lane[] = [
  picoclaw("v0.2.6"),
  picoclaw("v0.2.9"),
  dockerAgent({ version: "v1.58.0" }),
  dockerAgent({ version: "v1.123.0" }),
  dockerAgent({ version: "v1.123.0", lane: "preempt", yolo: true }),
];
