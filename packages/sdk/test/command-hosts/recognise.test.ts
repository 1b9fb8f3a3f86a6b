import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hostOf, knownHosts } from "../../src/hosts/registry.js";
import { recordings } from "./recordings.js";

const fixtures = (host: string) => new URL(`../../src/hosts/${host}/fixtures/`, import.meta.url);
const hosts = knownHosts.filter(({ name }) => existsSync(fixtures(name)));

/** Returns every recorded message of a host, by its file. */
function messagesOf(host: string): (readonly [where: string, message: object])[] {
  const files = readdirSync(fixtures(host), { recursive: true, encoding: "utf8" });
  return files.flatMap((file) => {
    if (/\/events\/.*\.json$/.test(file)) return [[file, JSON.parse(read(host, file))] as const];
    if (!file.endsWith(".jsonl")) return [];
    const lines = read(host, file).trim().split("\n");
    return lines
      .map((line) => JSON.parse(line))
      .flatMap((entry) => (wasCall(entry) ? [[file, entry.message] as const] : []));
  });
}

function read(host: string, file: string): string {
  return readFileSync(new URL(file, fixtures(host)), "utf8");
}

/** Whether a line of a recorded wire is a call of the host. */
function wasCall({ from, message }: { readonly from?: string; readonly message?: object }): boolean {
  return from === "host" && message !== undefined && "method" in message;
}

const nameOf = (payload: unknown) => hostOf(payload)?.name;

describe("the host of a payload", () => {
  it.each(hosts)("is $name for each of its payloads, also without an optional field", ({ name, recognise }) => {
    const messages = messagesOf(name);
    expect(messages.length).toBeGreaterThan(10);
    let shortened = 0;
    for (const [where, message] of messages) {
      expect(nameOf(message), where).toBe(name);
      expect(nameOf({ ...message, field_of_a_later_version: 1 }), where).toBe(name);
      for (const field of Object.keys(message)) {
        const { [field]: _gone, ...rest } = message as Readonly<Record<string, unknown>>;
        if (recognise(rest) === 0) continue;
        expect(nameOf(rest), `${where} without ${field}`).toBe(name);
        shortened++;
      }
    }
    expect(shortened).toBeGreaterThan(messages.length);
  });

  it("is undefined for other values", () => {
    for (const none of [null, undefined, 1, "x", [], {}, [recordings[0]?.payload]])
      expect(nameOf(none)).toBeUndefined();
  });
});
