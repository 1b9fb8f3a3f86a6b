import { usageError } from "../../command-error.js";
import { languageOf, readConfigFile } from "../../config/config-file.js";
import { dockerAgent } from "../../host-config/docker-agent.js";
import { escapeLine } from "../../terminal/escape.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import type { Finding } from "../findings/catalogue.js";
import { worstFirst } from "../findings/diagnose.js";
import { commandFindings } from "../launched/command-findings.js";
import { launcherLines } from "../launched/starts-by-launcher.js";
import type { Outcome } from "../outcome.js";
import { printFinding, summary } from "../print-diagnosis.js";
import { probeLines, probeReport } from "../probe/probe.js";
import { configured } from "./configured.js";
import { entryFindings } from "./entry-findings.js";
import { fileFindings } from "./file-findings.js";
import { configured as again, DOCKER_AGENT, type Facts, gather, type Hook } from "./gather.js";
import { askedFindings } from "./guard-findings.js";

interface Diagnosis {
  readonly hooks: readonly { readonly hook: Hook; readonly findings: readonly Finding[] }[];
  readonly findings: readonly Finding[];
}

/** Inspects every hook of a docker-agent file and reads each manifest. Throws `CommandError`. */
export async function ofDockerAgent(
  file: string,
  version: string | undefined,
  consent: Consent,
  terminal: Terminal,
): Promise<Outcome> {
  const { value, before } = readConfigFile(file, await languageOf(dockerAgent));
  if (before === undefined) throw usageError(`there is no file ${file}: name the file that docker-agent reads`);
  const facts = await gather(file, configured(file, value), version, consent, (what) => terminal.progress(what));
  terminal.clearProgress();
  const diagnosis = diagnose(facts);
  return {
    json: report(facts, diagnosis),
    healthy: isHealthy(diagnosis),
    print: () => print(facts, diagnosis, terminal),
  };
}

function diagnose(facts: Facts): Diagnosis {
  return {
    hooks: facts.hooks.map((hook) => ({
      hook,
      findings: worstFirst([
        ...commandFindings(hook, DOCKER_AGENT, again(facts, hook)),
        ...entryFindings(hook, facts),
        ...askedFindings(hook, facts),
      ]),
    })),
    findings: worstFirst(fileFindings(facts)),
  };
}

function allOf({ hooks, findings }: Diagnosis): Finding[] {
  return [...findings, ...hooks.flatMap((hook) => hook.findings)];
}

function isHealthy(diagnosis: Diagnosis): boolean {
  return allOf(diagnosis).every(({ severity }) => severity === "note");
}

function report({ file, version }: Facts, diagnosis: Diagnosis) {
  return {
    file,
    host: version === undefined ? "docker-agent" : `docker-agent@${version}`,
    hooks: diagnosis.hooks.map(({ hook: { name, entries, command, manifest, badSnapshot, probe }, findings }) => ({
      name,
      entries: entries.map(({ where }) => where),
      ...(command === undefined ? {} : { command }),
      ...(probe === undefined ? {} : { probe: probeReport(probe) }),
      started: manifest !== undefined && !badSnapshot,
      findings,
    })),
    findings: diagnosis.findings,
    ok: isHealthy(diagnosis),
  };
}

function print({ file, version }: Facts, diagnosis: Diagnosis, terminal: Terminal): void {
  terminal.print(`${escapeLine(file)}${version === undefined ? "" : `, read by docker-agent ${version}`}`);
  for (const { hook, findings } of diagnosis.hooks) {
    terminal.print();
    terminal.print(
      terminal.style("bold", hook.name === hook.entries[0]?.name ? escapeLine(hook.name) : "a hook without a name"),
    );
    for (const line of fine(hook, findings)) terminal.print(`  ${terminal.style("green", "✓")} ${escapeLine(line)}`);
    for (const found of findings) printFinding(found, terminal);
  }
  if (diagnosis.findings.length > 0) {
    terminal.print();
    terminal.print(terminal.style("bold", "the file as a whole"));
    for (const found of diagnosis.findings) printFinding(found, terminal);
  }
  terminal.print();
  terminal.print(summary(allOf(diagnosis), diagnosis.hooks.length, terminal));
}

/** Returns what was inspected and is correct. */
function fine({ entries, manifest, command = [], probe }: Hook, findings: readonly Finding[]): string[] {
  const events = [...new Set(entries.map(({ event }) => event))].join(", ");
  const asked = probe === undefined ? [] : probeLines(probe);
  if (manifest === undefined) return [`is configured for ${events}`, ...asked];
  const found = (...ids: Finding["id"][]) => findings.some(({ id }) => ids.includes(id));
  return [
    ...(found("bad-snapshot", "working-dir-missing")
      ? []
      : [`starts: ${command.join(" ")} (onFailure "${manifest.onFailure}")`]),
    `is configured for ${events}`,
    ...asked,
    ...launcherLines(findings),
    ...(entries.some(({ event, preempts }) => event === "pre_tool_use" && preempts) &&
    !found("unenforced", "wrong-variant", "bad-matcher")
      ? ["is called before --yolo, allow rules and safety modes apply"]
      : []),
  ];
}
