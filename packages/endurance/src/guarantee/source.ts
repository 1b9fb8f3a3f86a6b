import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { GuaranteeCase } from "./case.js";
import { kindOf, SHORT_DEADLINE_MS } from "./faults.js";
import { documentOf, EVENTS, hostNamed } from "./hosts.js";
import type { Stage } from "./stage.js";
import { quoted, WRAPPERS } from "./wrappers.js";

/** The command that the guard denies. */
export const FORBIDDEN = "rm -rf ./work";

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const [GUARD, STRIKE] = [file("hooks/guarantee/guard.mjs"), file("hooks/guarantee/strike.mjs")];
const [SDK, CIVIC] = [
  file("node_modules/@agent-hook/sdk/dist/index.js"),
  file("node_modules/@agent-hook/civic/dist/index.js"),
];
const ZOD = file("node_modules/zod/index.js");
const TSX = file("../../node_modules/tsx/dist/loader.mjs");
const AGENT_HOOK = file("../cli/bin/agent-hook.js");

/** Returns a guard's deadline, short only if a fault may exceed it. Civic classes always have the SDK's default. */
export function deadlineOf({ faults, form }: GuaranteeCase): number {
  if (form === "class of Civic") return 4500;
  if (faults.length === 0) return 30_000;
  return faults.some((fault) => kindOf(fault).waits || kindOf(fault).process) ? SHORT_DEADLINE_MS : 3000;
}

/** Writes the guard and its wrapper script, if it has one. Returns the words of the command that starts them. */
export function writeGuard(one: GuaranteeCase, stage: Stage): readonly [program: string, ...args: string[]] {
  const { start } = one;
  const words = wordsOf(one, stage);
  if (!start.startsWith("wrapper: ")) return words;
  const script = WRAPPERS[start.slice("wrapper: ".length)] ?? "";
  const guard = words.map(quoted).join(" ");
  return [stage.write("wrapper.sh", `#!/bin/sh\n${script.replaceAll("$GUARD", () => guard)}\n`, 0o755)];
}

function wordsOf(one: GuaranteeCase, stage: Stage): readonly [program: string, ...args: string[]] {
  const { start } = one;
  const node = process.execPath;
  if (start === "snapshot") return snapshotOf(stage.write("guard.mjs", staticSource(one, stage)), stage);
  const text = dynamicSource(one, stage);
  if (start === "ts") return [node, "--import", TSX, stage.write("guard.mts", text)];
  if (start !== "js") return [node, stage.write("guard.mjs", text)];
  stage.write("package.json", '{"type":"module"}');
  return [node, stage.write("guard.js", text)];
}

/** Loads the SDK with `await import`, so that a fault can strike first. */
function dynamicSource(one: GuaranteeCase, stage: Stage): string {
  const { host, form } = one;
  const civic = host === "Civic" || form === "class of Civic";
  const run = host === "Civic" ? "serveCivic" : form === "class of Civic" ? "fromCivic" : "served";
  const running = {
    served: "await sdk.serve(guard);",
    fromCivic: "await sdk.serve(civic.fromCivic(guard));",
    serveCivic: 'console.log("serves " + (await civic.serveCivic(guard, { port: 0 })).url);',
  }[run];
  return `import { guardOf } from ${JSON.stringify(GUARD)};
import { strikeAt } from ${JSON.stringify(STRIKE)};

const plan = ${JSON.stringify(planOf(one, stage), null, 2)};
await strikeAt("first", { plan });
const sdk = await import(${JSON.stringify(SDK)});
const civic = ${civic ? `await import(${JSON.stringify(CIVIC)})` : "undefined"};
${form.startsWith("own tool") ? `const { z } = await import(${JSON.stringify(ZOD)});\nplan.schema = z.object({ command: z.string() });` : ""}
await strikeAt("load", { plan });
const guard = guardOf(sdk, plan, civic);
${running}
`;
}

/** Has only static imports, because a snapshot cannot use top-level `await`. */
function staticSource(one: GuaranteeCase, stage: Stage): string {
  const civic = one.form === "class of Civic";
  return `import * as sdk from ${JSON.stringify(SDK)};
${civic ? `import * as civic from ${JSON.stringify(CIVIC)};` : "const civic = undefined;"}
import { guardOf } from ${JSON.stringify(GUARD)};

const plan = ${JSON.stringify(planOf(one, stage), null, 2)};
const guard = guardOf(sdk, plan, civic);
sdk.serve(${civic ? "civic.fromCivic(guard)" : "guard"});
`;
}

function snapshotOf(path: string, stage: Stage): readonly [program: string, ...args: string[]] {
  const args = [AGENT_HOOK, "build", "--json", "--out", stage.folder, path];
  const { command } = JSON.parse(
    execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] }).toString(),
  );
  return command;
}

function planOf(one: GuaranteeCase, stage: Stage): object {
  const { host, form, onFailure, faults } = one;
  const named = hostNamed(host);
  const launcher = named.kind === "one-shot" ? named.launcher : "claude-code";
  const approval = named.kind === "one-shot" ? JSON.stringify(documentOf(launcher, "allow")) : '{"approved":true}';
  return {
    form,
    onFailure,
    faults,
    forbidden: FORBIDDEN,
    folder: stage.folder,
    deadlineMs: deadlineOf(one),
    approval,
    native: { host: launcher, event: EVENTS[launcher], denial: documentOf(launcher, "deny") },
  };
}
