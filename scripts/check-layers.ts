// Imports point in one direction (see CONTRIBUTING.md). Each layer lists what the files under a folder may import.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

interface Layer {
  readonly folder: string;
  /** Folders of the same package, and other packages of the workspace. npm packages are not restricted. */
  readonly mayImport: readonly string[];
}

const SDK = "packages/sdk/src";
/** What all parts of the SDK share. */
const WORDS = [`${SDK}/text`, `${SDK}/protocol`];
const layers: readonly Layer[] = [
  { folder: `${SDK}/text`, mayImport: [] },
  { folder: `${SDK}/protocol`, mayImport: [`${SDK}/text`] },
  { folder: `${SDK}/hook`, mayImport: [] },
  { folder: `${SDK}/wire`, mayImport: [`${SDK}/runtime/awaitable.ts`, ...WORDS] },
  { folder: `${SDK}/redaction`, mayImport: [] },
  { folder: `${SDK}/transcript`, mayImport: [`${SDK}/redaction`, ...WORDS] },
  {
    folder: `${SDK}/store`,
    mayImport: [
      ...["awaitable", "clock", "deadline", "state-folder"].map((name) => `${SDK}/runtime/${name}.ts`),
      `${SDK}/hook`,
      ...WORDS,
    ],
  },
  {
    folder: `${SDK}/runtime`,
    mayImport: [`${SDK}/hook`, `${SDK}/store`, `${SDK}/sdk-version.ts`, ...WORDS],
  },
  {
    folder: `${SDK}/record`,
    mayImport: [...["hook", "runtime", "redaction", "transcript"].map((name) => `${SDK}/${name}`), ...WORDS],
  },
  {
    folder: `${SDK}/questions`,
    mayImport: [...["hook", "runtime", "store"].map((name) => `${SDK}/${name}`), ...WORDS],
  },
  { folder: `${SDK}/codec`, mayImport: [`${SDK}/hook`] },
  {
    folder: `${SDK}/command-hook`,
    mayImport: [`${SDK}/hook`, `${SDK}/runtime`, `${SDK}/wire`, ...WORDS],
  },
  { folder: `${SDK}/host-tools`, mayImport: [`${SDK}/hook`, `${SDK}/command-hook`, ...WORDS] },
  {
    // What several hosts have in common that are made from one program.
    folder: `${SDK}/families`,
    mayImport: ["hook", "codec", "command-hook", "host-tools"].map((name) => `${SDK}/${name}`).concat(WORDS),
  },
  ...readdirSync(`${SDK}/hosts`).map((name) => ({
    // A host's folder, or one of the files that list the hosts, which import every folder.
    folder: `${SDK}/hosts/${name}`,
    mayImport: [
      ...(name.endsWith(".ts") || name === "generated" ? [`${SDK}/hosts`] : [`${SDK}/hosts/known-host.ts`]),
      `${SDK}/families`,
      `${SDK}/host-tools`,
      `${SDK}/hook`,
      `${SDK}/codec`,
      `${SDK}/command-hook`,
      `${SDK}/runtime`,
      `${SDK}/wire`,
      ...WORDS,
    ],
  })),
  { folder: `${SDK}/launcher`, mayImport: ["command-hook", "hosts", "record"].map((name) => `${SDK}/${name}`) },
  {
    folder: `${SDK}/serve`,
    mayImport: ["hook", "codec", "runtime", "store", "hosts", "wire", "transcript", "record"]
      .map((name) => `${SDK}/${name}`)
      .concat(WORDS),
  },
  ...picoClawLayers(),
  ...civicLayers(),
  ...frameworksLayers(),
  {
    folder: "packages/testing/src/test-host",
    mayImport: [
      ...["command-hosts", "hook-target.ts"].map((part) => `packages/testing/src/${part}`),
      ...["@agent-hook/sdk", "@agent-hook/picoclaw"],
    ],
  },
  {
    folder: "packages/testing/src/replay",
    mayImport: [
      ...["test-host", "command-hosts", "hook-target.ts", "run-process.ts"].map(
        (part) => `packages/testing/src/${part}`,
      ),
      ...["@agent-hook/sdk", "@agent-hook/picoclaw"],
    ],
  },
  {
    folder: "packages/testing/src/command-hosts",
    mayImport: ["packages/testing/src/run-process.ts", "@agent-hook/picoclaw", "@agent-hook/sdk"],
  },
  {
    folder: "packages/testing/src/command-conformance",
    mayImport: [
      "packages/testing/src/command-hosts",
      "packages/testing/src/internal/command-hosts.ts",
      "packages/testing/src/run-process.ts",
      "@agent-hook/picoclaw",
      "@agent-hook/sdk",
    ],
  },
  {
    folder: "packages/cli/src",
    mayImport: [...["@agent-hook/sdk", "@agent-hook/picoclaw", "@agent-hook/testing"], "@agent-hook/hooks"],
  },
  { folder: "packages/ui/src", mayImport: ["@agent-hook/sdk"] },
  ...hooksLayers(),
  { folder: "packages/create-agent-hook/src", mayImport: ["@agent-hook/sdk/internal/text"] },
];

function picoClawLayers(): Layer[] {
  const PICOCLAW = "packages/picoclaw/src";
  const layer = (name: string, ...others: string[]): Layer => ({
    folder: `${PICOCLAW}/${name}`,
    mayImport: [...others.map((other) => `${PICOCLAW}/${other}`), "@agent-hook/sdk/internal"],
  });
  return [
    layer("connection"),
    layer("config"),
    layer("rules"),
    ...["manager", "test-host", "conformance"].map((name) => {
      const { folder, mayImport } = layer(name, "connection", "config", "rules", "manager");
      return { folder, mayImport: [...mayImport, "@agent-hook/sdk"] };
    }),
  ];
}

function hooksLayers(): Layer[] {
  const HOOKS = "packages/hooks/src";
  const layer = (folder: string, ...parts: string[]): Layer => ({
    folder: `${HOOKS}/${folder}`,
    mayImport: [
      ...[
        "check-options.ts",
        "decide.ts",
        "level.ts",
        "tool-kinds.ts",
        "unless-aborted.ts",
        "warm-in-snapshot.ts",
        ...parts,
      ].map((part) => `${HOOKS}/${part}`),
      "@agent-hook/sdk",
    ],
  });
  return [
    { folder: `${HOOKS}/paths`, mayImport: ["@agent-hook/sdk/internal/machines"] },
    layer("shell", "paths"),
    layer("files", "paths", "shell"),
    layer("context", "results"),
    layer("limits"),
    layer("budget", "limits"),
    layer("results", "limits"),
    ...["secrets", "snapshot", "webhook"].map((name) => layer(name)),
    layer("judge", "secrets"),
    layer("tools"),
    layer("injection", "paths"),
    layer("models", "webhook"),
    layer("person", "shell", "webhook"),
    layer(
      "policy",
      ...[
        "budget",
        "context",
        "files",
        "injection",
        "judge",
        "limits",
        "models",
        "person",
        "results",
        "secrets",
        "shell",
      ],
      ...["snapshot", "tools", "webhook"],
    ),
  ];
}

function civicLayers(): Layer[] {
  const CIVIC = "packages/civic/src";
  const layer = (folder: string, ...folders: string[]): Layer => ({
    folder: `${CIVIC}/${folder}`,
    mayImport: [...folders.map((other) => `${CIVIC}/${other}`), "@agent-hook/sdk"],
  });
  return [
    { folder: `${CIVIC}/wire`, mayImport: [] },
    layer("protocol"),
    layer("chain", "protocol"),
    layer("adapter", "protocol", "chain", "wire"),
    layer("server", "adapter", "wire", "protocol"),
    layer("from-civic", "chain", "protocol"),
  ];
}

/** One folder per framework. None imports another, so that a user needs only one framework. */
function frameworksLayers(): Layer[] {
  const FRAMEWORKS = "packages/frameworks/src";
  const layer = (name: string, ...others: string[]): Layer => ({
    folder: `${FRAMEWORKS}/${name}`,
    mayImport: [...others.map((other) => `${FRAMEWORKS}/${other}`), "@agent-hook/sdk"],
  });
  const shared = { engine: layer("engine"), "language-model": layer("language-model", "engine") };
  const frameworks = readdirSync(FRAMEWORKS).filter((name) => !Object.hasOwn(shared, name));
  return [...Object.values(shared), ...frameworks.map((name) => layer(name, "engine", "language-model"))];
}

const ONE_IMPORTER: Readonly<Record<string, string>> = { "vscode-jsonrpc": `${SDK}/wire/peer.ts` };

const problems = layers.flatMap(({ folder, mayImport }) =>
  filesOf(folder).flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const importer = ONE_IMPORTER[target];
      if (importer !== undefined && importer !== file) return [`${file} imports ${target}: only ${importer} may`];
      const isWorkspaceImport = target.startsWith("@agent-hook/") || target.startsWith("packages/");
      const allowed = [folder, ...mayImport].some((place) => target === place || target.startsWith(`${place}/`));
      return isWorkspaceImport && !allowed ? [`${file} imports ${target}: ${folder} may not`] : [];
    }),
  ),
);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log("imports point one way");

function filesOf(folder: string): string[] {
  if (folder.endsWith(".ts")) return [folder];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  // A test may import anything.
  return names.filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts")).map((name) => join(folder, name));
}

/** Returns what a file imports: packages by name, files by their path from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, target = ""]) =>
    target.startsWith(".") ? normalize(join(dirname(file), target)).replace(/\.js$/, ".ts") : target,
  );
}
