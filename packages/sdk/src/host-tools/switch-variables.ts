import { objectAt } from "./document.js";
import type { ReadFile } from "./hook-files.js";
import type { InstallFinding } from "./install-findings.js";

/** What sets variables of a host: the environment in which it starts or, with a path, a file. */
export interface VariableSource {
  readonly path?: string;
  readonly env: Readonly<Record<string, unknown>>;
}

/** Unknown values count as on: a new version may know more of them. */
const OFF = /^\s*(?:0|false|no|off)\s*$/i;

/** Returns what switches a variable on, or `undefined`. Of the sources, the first one that sets it counts. */
export function switchedOnBy(name: string, sources: readonly VariableSource[]): VariableSource | undefined {
  const source = sources.find(({ env }) => textOf(env[name]) !== "");
  return source === undefined || OFF.test(textOf(source.env[name])) ? undefined : source;
}

/** Returns the variables that files set in their field `env`. A `.env` file is read as if it had that field. */
export function variablesIn(files: readonly ReadFile[]): VariableSource[] {
  return files.map(({ path, value }) => ({ path, env: objectAt(value, "env") }));
}

/** Reports the variables with which a host starts no hooks. */
export function variableFindings(
  title: string,
  names: readonly string[],
  sources: readonly VariableSource[],
): InstallFinding[] {
  return names.flatMap((name) => {
    const source = switchedOnBy(name, sources);
    if (source === undefined) return [];
    const { path = "the environment" } = source;
    const fix = source.path === undefined ? `unset it where ${title} starts` : "remove it from that file";
    return [["switched-off", `${path}: ${name} is set, so ${title} starts no hooks and reports nothing`, fix] as const];
  });
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value).trim();
}
