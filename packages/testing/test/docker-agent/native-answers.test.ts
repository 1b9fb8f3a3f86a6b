import { defineHook } from "@agent-hook/sdk";
import type { DockerAgentAnswer } from "@agent-hook/sdk/docker-agent";
import { runInProcess } from "@agent-hook/sdk/in-process";
import { describe, expect, it } from "vitest";
import { executeHooks } from "../../../sdk/src/hosts/docker-agent/simulate-executor.js";
import { effectOfAnswer } from "../../src/internal/command-hosts.js";
import { recordedPayload, recordedPayloads, VERSIONS } from "./recordings.js";

const specific = (output: NonNullable<DockerAgentAnswer["hook_specific_output"]>) => ({ hook_specific_output: output });
const ANSWERS: Readonly<Record<string, DockerAgentAnswer>> = {
  system_message: { system_message: "careful" },
  "permission_decision allow": specific({ permission_decision: "allow" }),
  "permission_decision ask": specific({ permission_decision: "ask" }),
  updated_input: specific({ updated_input: { cmd: "true" } }),
  updated_messages: specific({ updated_messages: [{ role: "user", content: "hello" }] }),
  "updated_messages without one": specific({ updated_messages: [] }),
  updated_tool_response: specific({ updated_tool_response: "gone" }),
  additional_context: specific({ additional_context: "It is Monday." }),
  summary: specific({ summary: "They met." }),
  metadata: specific({ metadata: { risk: "low" } }),
  suppress_output: { suppress_output: true },
  "a reason without a decision": { reason: "because" },
  "a stop_reason without continue false": { stop_reason: "because" },
  "a permission_decision_reason without a permission": specific({ permission_decision_reason: "because" }),
};
/** Read only with preempt_yolo. `agent-hook config` names the version, and the hook is called in both variants. */
const IN_THE_OTHER_LANE = ["v1.123.0 pre_tool_use metadata"];

/** Returns the parts of docker-agent's behaviour that an answer can change. */
function done(version: string, event: string, answer: DockerAgentAnswer) {
  const payload = recordedPayload(version, event);
  const printed = { stdout: JSON.stringify(answer) };
  const { decision, permissionAllowed, metadata } = executeHooks([printed], { version, event });
  const { answer: _, ...effect } = effectOfAnswer(`docker-agent@${version}`, event, payload, printed);
  return JSON.stringify([effect, decision, permissionAllowed, metadata]);
}

async function sent(version: string, event: string, answer: DockerAgentAnswer) {
  const failures: string[] = [];
  const hook = defineHook({ name: "h", native: { "docker-agent": { [event]: () => answer } } });
  const running = await runInProcess(hook, {
    write() {},
    writeError() {},
    env: {},
    host: `docker-agent@${version}`,
    onFailure: ({ kind, message }) => failures.push(`${kind}: ${message}`),
  });
  running.receive([JSON.stringify(recordedPayload(version, event))]);
  const document = (await running.inputEnded())?.document;
  await running.end(0);
  return { document: document === undefined ? undefined : JSON.parse(document), failures };
}

describe.each(VERSIONS)("a native answer is sent if it has an effect in docker-agent %s", (version) => {
  it.each(Object.keys(recordedPayloads(version)))("at %s, and is a failure otherwise", async (event) => {
    for (const [member, answer] of Object.entries(ANSWERS)) {
      const where = `${version} ${event} ${member}`;
      const matters = done(version, event, answer) !== done(version, event, {}) || IN_THE_OTHER_LANE.includes(where);
      const { document, failures } = await sent(version, event, answer);
      if (matters) expect({ where, document, failures }).toEqual({ where, document: answer, failures: [] });
      else {
        const unsupported = [expect.stringMatching(/^unsupported: ./)];
        expect({ where, document, failures }).toEqual({ where, document: undefined, failures: unsupported });
      }
    }
  });
});
