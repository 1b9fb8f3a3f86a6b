import { builtinModules } from "node:module";

/** What npm allows, the scope included. */
const LONGEST = 214;
const FALLBACK = "my-hook";
/** npm refuses these, and the names of Node's own modules. */
const REFUSED = ["node_modules", "favicon.ico", ...builtinModules];
/** Programs of everybody's, or of the project's own: its command would stand before them. */
const PROGRAMS = ["node", "npm", "npx", "pnpm", "yarn", "bun", "git", "sh", "biome", "tsc"];

export interface ProjectName {
  /** Valid for npm, with the scope if there is one. */
  readonly package: string;
  /** The name of the hook and of its command: the package's without the scope. */
  readonly hook: string;
}

/** The name that comes nearest to what was asked for. A package cannot be called as one that it depends on. */
export function projectName(wanted: string, scope: string | undefined, dependencies: readonly string[]): ProjectName {
  const prefix = scope === undefined ? "" : `@${plain(scope) || FALLBACK}/`;
  const name = plain(wanted).slice(0, LONGEST - prefix.length) || FALLBACK;
  const hook = [...REFUSED, ...PROGRAMS, ...dependencies].includes(`${prefix}${name}`) ? `${name}-hook` : name;
  return { package: `${prefix}${hook}`, hook };
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
}
