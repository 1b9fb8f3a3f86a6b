// Denies transfers with Civic's own class and server, as their examples do.
import { once } from "node:events";
import { AbstractHook, startHookServer } from "@civic/hook-common";

class Guard extends AbstractHook {
  get name() {
    return "stock-guard";
  }

  async processCallToolRequest(request) {
    if (request.params.name === "transfer") throw new Error("no transfers");
    return { resultType: "continue", request };
  }
}

const server = await startHookServer(new Guard(), 0);
if (!server.listening) await once(server, "listening");
console.log(`serves http://127.0.0.1:${server.address().port}`);
