import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { subjectOf } from "../src/doctor/subject.js";
import { COMMAND_HOOK_HOSTS } from "../src/host-config/installs.js";
import { folder } from "./config-folder.js";
import { AGENTS, home, write } from "./doctor/agents.js";

/** The agents whose JSON has the events in `hooks`. */
const WITH_HOOKS = COMMAND_HOOK_HOSTS.flatMap(({ name, listsAtTop, toml }) => (listsAtTop || toml ? [] : [name]));
/** Every event of these agents, with the agents that have it. */
const EVENTS = [...new Set(WITH_HOOKS.flatMap(eventsOf))].map(
  (event) => [event, WITH_HOOKS.filter((name) => eventsOf(name).includes(event))] as const,
);
const OWN_EVENTS = EVENTS.flatMap(([event, [name, ...others]]) =>
  name === undefined || others.length > 0 ? [] : [[event, name] as const],
);
const SHARED_EVENTS = EVENTS.filter(([, names]) => names.length > 1);

function eventsOf(name: string): string[] {
  return Object.keys(HOST_EVENTS[name] ?? {});
}

describe("a config file whose path does not identify its host", () => {
  test.each(AGENTS)("belongs to %s if its launcher says so", (name) => {
    const path = join(folder(), "hooks.json");
    copyFileSync(home().configure(name), path);
    expect(subjectOf(path, undefined)).toMatchObject({ kind: "event-lists", host: { name }, file: { path } });
  });

  test("is identified by its events", () => {
    const path = join(folder(), "x.json");
    for (const [event, name] of OWN_EVENTS) {
      write(path, { hooks: { [event]: [] } });
      expect(subjectOf(path, undefined), event).toMatchObject({ kind: "event-lists", host: { name } });
    }
  });

  test("belongs to Kimi Code if it is TOML with an event of it", () => {
    const path = join(folder(), "x.toml");
    write(path, { hooks: { TurnStarted: [{ command: "true" }] } });
    expect(subjectOf(path, undefined)).toMatchObject({ kind: "event-lists", host: { name: "kimi" } });
  });

  test("belongs to Droid if the events are at its top", () => {
    const path = join(folder(), "x.json");
    write(path, { PreToolUse: [] });
    expect(subjectOf(path, undefined)).toMatchObject({ kind: "event-lists", host: { name: "droid" } });
  });

  test("needs --host if several hosts have the event", () => {
    const path = join(folder(), "x.json");
    for (const [event, names] of SHARED_EVENTS) {
      write(path, { hooks: { [event]: [] } });
      const flags = names.map((name) => `--host ${name}`).join(" or ");
      expect(() => subjectOf(path, undefined)).toThrow(`${path}: cannot tell which agent reads it: add ${flags}`);
      for (const name of names) expect(subjectOf(path, name)).toMatchObject({ kind: "event-lists", host: { name } });
    }
  });

  test.each([{ hooks: { enabled: true, processes: {} } }, { hooks: [] }, []])(
    "belongs to PicoClaw otherwise: %j",
    (content) => {
      const path = join(folder(), "x.json");
      write(path, content);
      expect(subjectOf(path, undefined)).toMatchObject({ kind: "processes" });
    },
  );
});
