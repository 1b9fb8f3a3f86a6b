import { didYouMean } from "@agent-hook/protocol";
import { HostNameError, parseHost } from "@agent-hook/sdk/hosts";
import { DOCKER_AGENT_VERSIONS, type DockerAgentVersion, type Lane } from "@agent-hook/testing/docker-agent";
import { usageError } from "./command-error.js";

/** A docker-agent whose rules are known, and the way by which it asks. */
export interface DockerAgentName {
  readonly version: DockerAgentVersion;
  readonly lane: Lane;
}

/** Whether a `--host` names docker-agent. */
export function isDockerAgent(host: string | undefined): host is string {
  return host !== undefined && /^docker-agent(?=[@/]|$)/.test(host);
}

/** The docker-agent that `--host` names; the newest known where it names no version. Throws a usage error. */
export function dockerAgentNamed(host: string): DockerAgentName {
  try {
    const { version = DOCKER_AGENT_VERSIONS.at(-1), lane } = parseHost("--host", host);
    const known = DOCKER_AGENT_VERSIONS.find((one) => one === version);
    if (known === undefined) {
      const guess = didYouMean(String(version), DOCKER_AGENT_VERSIONS);
      throw usageError(
        `--host: the rules of docker-agent ${version} are not recorded${guess}; expected ${DOCKER_AGENT_VERSIONS.join(" or ")}`,
      );
    }
    if (lane === "preempt" && known === "v1.58.0") {
      throw usageError(`--host: docker-agent ${known} has no preempt_yolo: leave /preempt out`);
    }
    return { version: known, lane: lane === "preempt" ? "preempt" : "default" };
  } catch (error) {
    if (error instanceof HostNameError) throw usageError(error.message, error);
    throw error;
  }
}

/** As `--host` takes it. */
export function dockerAgentText({ version, lane }: DockerAgentName): string {
  return `docker-agent@${version}${lane === "preempt" ? "/preempt" : ""}`;
}
