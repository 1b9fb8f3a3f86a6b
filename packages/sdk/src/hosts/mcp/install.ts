import { HostConfigError } from "../../host-tools/config-rules.js";
import { isGuard, NO_MCP, servesMcp } from "../../host-tools/hook-summary.js";
import type { ToolsInstall } from "../../host-tools/install.js";
import { mergedObjects } from "../../host-tools/json-objects.js";
import { hookServer, withoutServer } from "../../host-tools/mcp-server.js";

/** The config of most MCP clients. */
export const install: ToolsInstall = {
  kind: "tools",
  language: "json",
  build(hook, launch) {
    const { name } = launch;
    if (hook.tools.length === 0) {
      throw new HostConfigError(`"${hook.name}" has no tools: an MCP client has nothing to call`);
    }
    return {
      config: { mcpServers: { [name]: hookServer(launch) } },
      notes: [
        ...(servesMcp(hook) ? [] : [NO_MCP]),
        ...(isGuard(hook)
          ? [`An MCP client only calls the tools of "${name}": the hook guards no other tool of this client.`]
          : []),
        "Most clients read their config when they start: restart the client.",
      ],
    };
  },
  merge: (file, built) => mergedObjects(file, built),
  remove: withoutServer,
};
