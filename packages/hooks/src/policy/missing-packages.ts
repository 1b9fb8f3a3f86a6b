import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import type { Policy } from "./hook-of.js";
import { REGISTRY } from "./registry.js";

/** Packages that hooks of a policy need and that are not installed next to it. */
export interface MissingPackages {
  /** The hooks, as the policy names them. */
  readonly hooks: readonly string[];
  /** As `npm install` takes them. */
  readonly packages: readonly string[];
  /** What else the hooks can run with. */
  readonly otherwise?: string;
}

/** The newest versions that run on Node 20. */
const ON_NODE_20: Readonly<Record<string, string>> = {
  ai: "ai@6",
  "@ai-sdk/anthropic": "@ai-sdk/anthropic@3",
  "@ai-sdk/openai-compatible": "@ai-sdk/openai-compatible@2",
};

/** Returns what must be installed before a policy can run with this Node. `path`: the policy's file, which need not exist. */
export function missingPackages({ hooks, askPerson }: Policy, path: string): MissingPackages[] {
  const keeping = [...hooks.keys()].filter((name) => REGISTRY[name]?.keepsValues);
  if (askPerson !== undefined) keeping.push("askPerson");
  const hasStore = keeping.length === 0 || isOnServer(process.env.AGENT_HOOK_STORE) || isBuiltin("node:sqlite");
  const wanted = [
    ...(hasStore ? [] : [{ hooks: keeping, packages: ["libsql"], otherwise: "Node 22.13 or newer" }]),
    { hooks: ["judge"], packages: packagesOfJudge(hooks.get("judge")) },
  ];
  return wanted
    .map((needed) => ({ ...needed, packages: needed.packages.filter((name) => !isInstalled(name, dirname(path))) }))
    .filter(({ packages }) => packages.length > 0)
    .map((missing) => ({ ...missing, packages: missing.packages.map(versioned) }));
}

function isOnServer(store = ""): boolean {
  return /^rediss?:/.test(store);
}

function packagesOfJudge(options: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  if (options === undefined) return [];
  const { provider } = Object(options.model) as { readonly provider?: unknown };
  return ["ai", `@ai-sdk/${provider}`];
}

function versioned(name: string): string {
  return Number.parseInt(process.versions.node, 10) < 22 ? (ON_NODE_20[name] ?? name) : name;
}

/** Not with `require.resolve`, which also finds what NODE_PATH names here and not where the agent starts the hook. */
function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, "node_modules", name))) return true;
  return folder !== dirname(folder) && isInstalled(name, dirname(folder));
}
