import type { Files } from "./shipped.js";

export const PACKAGE_MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManagerName = (typeof PACKAGE_MANAGERS)[number];

/** How a package manager's commands are written. */
export interface PackageManager {
  readonly name: PackageManagerName;
  /** Starts this program. */
  readonly create: string;
  /** Runs the script `test`; `bun test` is bun's own test runner. */
  readonly test: string;
  /** Flags of a first install: nothing that nobody would read. */
  readonly quietly: readonly string[];
  /** Takes what its cache knows without asking whether there is news; fails where the cache is too old. */
  readonly fromCache: readonly string[];
  /** Installs what the lockfile says. */
  readonly cleanInstall: string;
  /** What a project needs for it. */
  readonly files: Files;
  /** The steps between Node and the install in a workflow on GitHub. */
  readonly setUp: readonly string[];
}

const managers: Readonly<Record<PackageManagerName, Omit<PackageManager, "name">>> = {
  npm: {
    create: "npm create agent-hook@latest",
    test: "npm test",
    quietly: ["--no-audit", "--no-fund"],
    fromCache: ["--prefer-offline"],
    cleanInstall: "npm ci",
    files: {},
    setUp: [],
  },
  pnpm: {
    create: "pnpm create agent-hook@latest",
    test: "pnpm test",
    quietly: [],
    fromCache: ["--prefer-offline"],
    cleanInstall: "pnpm install --frozen-lockfile",
    files: {
      // pnpm 11 and later refuse to install as long as nobody has said this. tsx does not need the script.
      "pnpm-workspace.yaml": "allowBuilds:\n  esbuild: false\n",
    },
    setUp: ["- uses: pnpm/action-setup@v4\n  with:\n    version: 10"],
  },
  yarn: {
    create: "yarn create agent-hook",
    test: "yarn test",
    quietly: [],
    fromCache: [],
    cleanInstall: "yarn install",
    files: {
      // An agent starts the hook with Node alone, which finds nothing without node_modules.
      ".yarnrc.yml": "nodeLinker: node-modules\n",
      // Without it, yarn takes the project for a part of one above it.
      "yarn.lock": "",
    },
    setUp: ["- run: corepack enable"],
  },
  bun: {
    create: "bun create agent-hook",
    test: "bun run test",
    quietly: [],
    fromCache: [],
    cleanInstall: "bun install --frozen-lockfile",
    files: {},
    setUp: ["- uses: oven-sh/setup-bun@v2"],
  },
};

export function packageManager(name: PackageManagerName): PackageManager {
  return { name, ...managers[name] };
}

/** The one that started this program, as its user agent says; npm if none did. */
export function callingPackageManager(userAgent = ""): PackageManagerName {
  const name = userAgent.split("/")[0];
  return PACKAGE_MANAGERS.find((known) => known === name) ?? "npm";
}

/** How this program is started. */
export function createCommand({ name, create }: PackageManager, folder: string, flags: readonly string[]): string {
  // npm keeps flags for itself that do not stand behind this.
  const separator = name === "npm" ? ["--"] : [];
  return [create, folder, ...separator, ...flags].join(" ");
}

/** How a script of the project is run. */
export function scriptCommand({ name, test }: PackageManager, script: string): string {
  return script === "test" ? test : `${name} run ${script}`;
}
