import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AbstractHook, startHookServer } from "@civic/hook-common";

// The same rules as in proxied-ours.ts.
class Stock extends AbstractHook {
  readonly name = "stock";

  override processCallToolRequest: AbstractHook["processCallToolRequest"] = async (request) => {
    if (request.params.name === "transfer") throw new Error("no transfers");
    return { resultType: "continue", request };
  };

  override processCallToolResult: AbstractHook["processCallToolResult"] = async (response) => {
    const content = response.content.map((block) =>
      block.type === "text" && block.text.includes("secret")
        ? { ...block, text: block.text.replaceAll("secret", "[hidden]") }
        : block,
    );
    return { resultType: "continue", response: { ...response, content } };
  };
}

const server = (await startHookServer(new Stock(), 0)) as Server;
if (!server.listening) await once(server, "listening");
console.log(`serves http://127.0.0.1:${(server.address() as AddressInfo).port}`);
