import { join } from "node:path";

/** A common call of an agent that changes nothing. */
export interface SampleCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How a hook can recognise a probe: by its session id and by the prefix of its folder's name. */
export const PROBE_SESSION = "agent-hook-doctor";
export const PROBE_FOLDER = "agent-hook-doctor-";

/** Returns the file that every probe names. It does not exist. */
function missingFile(folder: string): string {
  return join(folder, "no-such-file.txt");
}

/** Returns the sample calls of an agent: reading a file, or else a shell command that does nothing. */
export function sampleCalls(host: string, folder: string): SampleCall[] {
  const file = missingFile(folder);
  switch (host) {
    case "claude-code":
      return [call("Read", { file_path: file }), call("Bash", { command: "true", description: "Do nothing" })];
    case "codex":
      // Codex reads files with its shell.
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
