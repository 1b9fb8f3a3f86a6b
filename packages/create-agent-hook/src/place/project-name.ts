import { builtinModules } from "node:module";

/** npm's limit, including the scope. */
const MAX_NAME_LENGTH = 214;
const FALLBACK = "my-hook";
/** npm rejects these, and the names of Node's own modules. */
const RESERVED = ["node_modules", "favicon.ico", ...builtinModules];
/** Common programs, or those of the project itself: the hook's command would shadow them. */
const PROGRAMS = ["node", "npm", "npx", "pnpm", "yarn", "bun", "deno", "git", "sh", "biome", "tsc"];

export interface ProjectName {
  /** Valid for npm, with the scope if there is one. */
  readonly package: string;
  /** The name of the hook and of its command: the package name without the scope. */
  readonly hook: string;
}

/** Returns the valid name closest to the requested one. A package cannot have the name of one of its dependencies. */
export function projectName(
  requested: string,
  scope: string | undefined,
  dependencies: readonly string[],
): ProjectName {
  const prefix = scope === undefined ? "" : `@${normalize(scope) || FALLBACK}/`;
  const name = normalize(requested).slice(0, MAX_NAME_LENGTH - prefix.length) || FALLBACK;
  const hook = [...RESERVED, ...PROGRAMS, ...dependencies].includes(`${prefix}${name}`) ? `${name}-hook` : name;
  return { package: `${prefix}${hook}`, hook };
}

function normalize(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
}
