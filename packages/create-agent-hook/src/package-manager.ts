import type { Files } from "./shipped.js";

export const PACKAGE_MANAGERS = ["npm", "pnpm", "yarn", "bun", "deno"] as const;
export type PackageManagerName = (typeof PACKAGE_MANAGERS)[number];

/** How a package manager's commands are written. */
export interface PackageManager {
  readonly name: PackageManagerName;
  /** The command that starts this program. */
  readonly create: string;
  /** The command that runs the script `test`. `bun test` is bun's own test runner. */
  readonly test: string;
  /** Flags that hide unneeded output of a first install. */
  readonly quietFlags: readonly string[];
  /** Flags that use cached metadata without checking for updates. The installation fails if the cache is too old. */
  readonly cacheFlags: readonly string[];
  /** The command that installs exactly what the lockfile contains. */
  readonly cleanInstall: string;
  /** Files that the package manager needs in a project. */
  readonly files: Files;
  /** The steps between setting up Node and installing, in a GitHub workflow. */
  readonly setUp: readonly string[];
  /** The command that runs the program `agent-hook` of the project. */
  readonly agentHook: string;
  /** Bun and Deno also run the hook. */
  readonly runtime: Runtime;
}

/** What an agent starts the hook with. */
interface Runtime {
  readonly title: string;
  /** The command that starts a script. */
  readonly start: string;
  /** Whether it runs TypeScript without a build. Node 20 does not. */
  readonly runsTypeScript: boolean;
}

const NODE: Runtime = { title: "Node", start: "node", runsTypeScript: false };

const managers: Readonly<Record<PackageManagerName, Omit<PackageManager, "name">>> = {
  npm: {
    create: "npm create agent-hook@latest",
    test: "npm test",
    quietFlags: ["--no-audit", "--no-fund"],
    cacheFlags: ["--prefer-offline"],
    cleanInstall: "npm ci",
    files: {},
    setUp: [],
    agentHook: "npx agent-hook",
    runtime: NODE,
  },
  pnpm: {
    create: "pnpm create agent-hook@latest",
    test: "pnpm test",
    quietFlags: [],
    cacheFlags: ["--prefer-offline"],
    cleanInstall: "pnpm install --frozen-lockfile",
    files: {
      // Without this setting, pnpm 11 and later refuse to install. tsx does not need esbuild's install script.
      "pnpm-workspace.yaml": "allowBuilds:\n  esbuild: false\n",
    },
    setUp: ["- uses: pnpm/action-setup@v4\n  with:\n    version: 10"],
    agentHook: "npx agent-hook",
    runtime: NODE,
  },
  yarn: {
    create: "yarn create agent-hook",
    test: "yarn test",
    quietFlags: [],
    cacheFlags: [],
    cleanInstall: "yarn install",
    files: {
      // An agent starts the hook with plain Node, which needs node_modules.
      ".yarnrc.yml": "nodeLinker: node-modules\n",
      // Without this file, yarn treats the project as part of a project in a folder above it.
      "yarn.lock": "",
    },
    setUp: ["- run: corepack enable"],
    agentHook: "npx agent-hook",
    runtime: NODE,
  },
  bun: {
    create: "bun create agent-hook",
    test: "bun run test",
    quietFlags: [],
    cacheFlags: [],
    cleanInstall: "bun install --frozen-lockfile",
    files: {},
    setUp: ["- uses: oven-sh/setup-bun@v2"],
    agentHook: "bunx agent-hook",
    runtime: { title: "Bun", start: "bun", runsTypeScript: true },
  },
  deno: {
    create: "deno init --npm agent-hook",
    test: "deno task test",
    quietFlags: [],
    cacheFlags: [],
    cleanInstall: "deno install --frozen",
    files: {},
    setUp: ["- uses: denoland/setup-deno@v2"],
    agentHook: "deno run -A npm:agent-hook",
    runtime: { title: "Deno", start: "deno run -A", runsTypeScript: true },
  },
};

export function packageManager(name: PackageManagerName): PackageManager {
  return { name, ...managers[name] };
}

/** Returns the package manager that started this program, according to its user agent. npm is the default. */
export function callingPackageManager(userAgent = ""): PackageManagerName {
  const name = userAgent.split("/")[0];
  return PACKAGE_MANAGERS.find((known) => known === name) ?? "npm";
}

/** Returns the command that starts this program. */
export function createCommand({ name, create }: PackageManager, folder: string, flags: readonly string[]): string {
  // npm consumes flags that do not follow `--`.
  const separator = name === "npm" ? ["--"] : [];
  return [create, folder, ...separator, ...flags].join(" ");
}

/** Returns the command that runs a script of the project. */
export function scriptCommand({ name, test }: PackageManager, script: string): string {
  if (script === "test") return test;
  return name === "deno" ? `deno task ${script}` : `${name} run ${script}`;
}
