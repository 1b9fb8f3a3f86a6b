import { abortTurn } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS, SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { expect, it } from "vitest";
import { effectOfAnswer } from "../../src/internal/command-hosts.js";
import { answerTo } from "./answer-to.js";

/** The points at which a hook can end a turn, by the table of each host. */
const ENDS = SIMULATED_HOSTS.flatMap((host) =>
  hosts[host].decisions.flatMap(({ point, decision, support }) =>
    decision === "abortTurn" && support === "yes" && (point === "beforeTool" || point === "afterTool")
      ? [[host, point] as const]
      : [],
  ),
);

it.each(ENDS)("%s ends the turn after abortTurn at %s", async (host, point) => {
  const { event, answer } = await answerTo(host, { [point]: () => abortTurn("R") }, point);
  const { payloads }: Simulation = SIMULATIONS[host];
  expect(effectOfAnswer(host, event, payloads[event] ?? {}, { stdout: answer })).toMatchObject({
    turn: "ends",
    reason: "R",
  });
});
