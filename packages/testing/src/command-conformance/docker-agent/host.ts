import type { DockerAgentVersion } from "../../docker-agent/index.js";
import { payloadText } from "../../docker-agent/payload.js";
import { rulesOf } from "../../docker-agent/versions.js";
import type { CheckedHost } from "../lab.js";
import { resultBy } from "./result-of.js";
import { dockerAgentRules } from "./rules.js";
import { SAMPLE_PAYLOADS } from "./sample-payloads.js";

/** A version of docker-agent. Default: the newest known. */
export function dockerAgent(version: string = "v1.123.0"): CheckedHost {
  const known = version as DockerAgentVersion;
  const { events } = rulesOf(known);
  const resultOf = resultBy(known);
  return {
    samples: events.map((event) => ({ event, payload: SAMPLE_PAYLOADS[event] })),
    toolCall: { event: "pre_tool_use", payload: SAMPLE_PAYLOADS.pre_tool_use },
    toolField: "tool_name",
    rules: dockerAgentRules(resultOf),
    text: payloadText,
    hostFlag: () => `docker-agent@${known}`,
    verdict(run) {
      const { allowed, decision } = resultOf("pre_tool_use", run);
      return `${run.exit} ${allowed} ${decision}`;
    },
    refuses: (run) => !resultOf("pre_tool_use", run).allowed,
  };
}
