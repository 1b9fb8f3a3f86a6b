import { machineId, type RunningProcess } from "@agent-hook/sdk/internal/questions";
import { describe, expect, it, test } from "vitest";
import { whyNotPerson } from "../../src/approve/why-not-person.js";

let lastPid = 1000;
/** Processes from the last to the first. `leads`: the shell or the program of a terminal. */
function chain(...names: readonly (string | { readonly name: string; readonly leads?: true; readonly at?: number })[]) {
  return names.map((one): RunningProcess => {
    const { name, leads = false, at = 100 } = typeof one === "string" ? { name: one } : one;
    const pid = name === "systemd" ? 1 : ++lastPid;
    return { pid, parent: 0, group: 1, name, leadsTerminal: leads, startedAt: String(at) };
  });
}

const init = { name: "systemd", at: 1 };
const terminal = { name: "gnome-terminal-", at: 10 };
/** An agent in one tab of a terminal program. */
const hook = chain("node", "sh", { name: "my-agent", at: 50 }, { name: "bash", leads: true, at: 20 }, terminal, init);
const agent = hook[2] as RunningProcess;
const window = hook.slice(4);
const question = { machine: machineId(), askedBy: hook.slice(0, 3) };
const why = (processes: readonly RunningProcess[], marks: readonly string[] = []) =>
  whyNotPerson(question, processes, () => marks);

test("a process of an agent marks its shell, also if its variables are gone", () => {
  expect(why(chain("node", "sh", "claude", { name: "bash", leads: true }))).toContain("which claude started");
});

describe("a person", () => {
  it("may answer in another tab of the same terminal program", () => {
    expect(why([...chain("node", { name: "zsh", leads: true }), ...window])).toBeUndefined();
  });

  it("may answer in the shell that started the agent, while the agent is stopped", () => {
    expect(why([...chain("node"), ...hook.slice(3)])).toBeUndefined();
  });

  it("may answer in a window that was opened later, of a known terminal program", () => {
    const later = chain("node", { name: "bash", leads: true }, { name: "kitty", at: 100 }, init);
    expect(why(later)).toBeUndefined();
  });

  it("may answer over ssh, and in a multiplexer that is older than the agent", () => {
    expect(why(chain("node", { name: "bash", leads: true }, "sshd", { name: "sshd", at: 5 }, init))).toBeUndefined();
    expect(why(chain("node", { name: "bash", leads: true }, { name: "tmux: server", at: 5 }, init))).toBeUndefined();
  });
});

describe("an agent", () => {
  it("may not answer in a shell that it started", () => {
    expect(why([...chain("node", "bash"), agent, ...hook.slice(3)])).toMatch(/the agent that asks started this shell/);
  });

  it("may not answer in a terminal that it made", () => {
    const made = chain("node", { name: "sh", leads: true }, "worker");
    expect(why([...made, agent, ...hook.slice(3)])).toMatch(/the agent that asks/);
    expect(why(chain("node", { name: "sh", leads: true }, "script", init))).toMatch(/script made this terminal/);
    expect(why(chain("node", { name: "sh", leads: true }, "python3.12", init))).toMatch(/python3.12 made/);
  });

  it("may not answer in a terminal of a process that it let go of", () => {
    const orphan = chain("node", { name: "sh", leads: true }, { name: "helper", at: 90 }, init);
    expect(why(orphan)).toMatch(/opened after the agent started/);
    const multiplexer = chain("node", { name: "bash", leads: true }, { name: "tmux: server", at: 90 }, init);
    expect(why(multiplexer)).toMatch(/opened after the agent started/);
  });

  it("may not answer where a variable shows that this is its shell", () => {
    const other = [...chain("node", { name: "zsh", leads: true }), ...window];
    expect(why(other, ["PATH", "GEMINI_CLI"])).toMatch(/the shell of an agent, which set GEMINI_CLI/);
  });

  it("may not answer in a shell of an agent that sets no variable, but has a name", () => {
    expect(why([...chain("node", "bash", "kimi-code", { name: "zsh", leads: true }), ...window])).toMatch(
      /the shell of an agent, which kimi-code started/,
    );
  });

  it("has a new id if a process ended and another one got its id", () => {
    const reused = { ...agent, startedAt: "77", leadsTerminal: true };
    expect(why([...chain("node"), reused, ...window])).toBeUndefined();
  });
});
