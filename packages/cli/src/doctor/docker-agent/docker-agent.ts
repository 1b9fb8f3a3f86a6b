import type { LaunchingHost } from "../launched/launching-host.js";

export const DOCKER_AGENT: LaunchingHost = { name: "docker-agent", title: "docker-agent" };
