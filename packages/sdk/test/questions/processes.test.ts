import { describe, expect, it } from "vitest";
import { agentPart, ancestorsOf, type RunningProcess } from "../../src/questions/processes.js";

/** Processes from the last to the first. `leads`: the shell or the program of a terminal. */
function chain(...names: readonly (string | { readonly name: string; readonly leads: true })[]) {
  return names.map((one, at): RunningProcess => {
    const { name, leads = false } = typeof one === "string" ? { name: one } : one;
    return { pid: 100 - at, parent: 99 - at, group: 1, name, leadsTerminal: leads, startedAt: "1" };
  });
}

describe("the agent's part of a chain", () => {
  const names = (processes: readonly RunningProcess[]) => agentPart(processes).map(({ name }) => name);

  it("ends below the shell of the terminal", () =>
    expect(names(chain("node", "sh", "claude", { name: "bash", leads: true }, "gnome-terminal-"))).toEqual([
      "node",
      "sh",
      "claude",
    ]));

  it("contains an agent that the terminal was opened for", () => {
    expect(names(chain("node", "sh", { name: "claude", leads: true }, "tmux: server"))).toEqual([
      "node",
      "sh",
      "claude",
    ]);
  });

  it("ends at the agent without a terminal, or at its second process", () => {
    const [one, two, three, four, five] = chain("hook", "sh", "gemini", "gemini", "code");
    const grouped = [one, two, { ...three, group: 7 }, { ...four, group: 7 }, five] as RunningProcess[];
    expect(names(grouped)).toEqual(["hook", "sh", "gemini", "gemini"]);
  });
});

it("the ancestors of this process begin with it, and have the times of their start", () => {
  const ancestors = ancestorsOf(process.pid);
  expect(ancestors.slice(0, 2).map(({ pid }) => pid)).toEqual([process.pid, process.ppid]);
  for (const { startedAt } of ancestors) expect(Number(startedAt)).toBeGreaterThan(0);
});
