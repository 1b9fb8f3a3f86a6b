import { join } from "node:path";

/** A call that an agent makes all the time, and that changes nothing. */
export interface SampleCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a hook can tell a probe by: the id of the session, and how the name of its folder begins. */
export const PROBE_SESSION = "agent-hook-doctor";
export const PROBE_FOLDER = "agent-hook-doctor-";

/** The file that every probe is about. It does not exist. */
function missingFile(folder: string): string {
  return join(folder, "no-such-file.txt");
}

/** The calls of an agent that a hook may be asked about: reading a file, else a shell that does nothing. */
export function sampleCalls(host: string, folder: string): SampleCall[] {
  const file = missingFile(folder);
  switch (host) {
    case "claude-code":
      return [call("Read", { file_path: file }), call("Bash", { command: "true", description: "Do nothing" })];
    case "codex":
      // It reads with its shell.
      return [call("Bash", { command: `cat ${file}` })];
    case "gemini":
      return [call("read_file", { file_path: file }), call("run_shell_command", { command: "true" })];
    case "copilot":
      return [call("view", { path: file }), call("bash", { command: "true", description: "Do nothing" })];
    case "docker-agent":
      return [call("read_file", { path: file }), call("shell", { cmd: "true" })];
    default:
      return [call("read_file", { path: file })];
  }
}

function call(tool: string, input: SampleCall["input"]): SampleCall {
  return { tool, input };
}
