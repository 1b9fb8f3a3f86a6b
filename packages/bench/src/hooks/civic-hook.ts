// The same tool as in ours-tool.ts, written with Civic's packages as a hook with its own HTTP server.
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AbstractHook, startHookServer } from "@civic/hook-common";
import { z } from "zod";

const Input = z.object({ city: z.string() });

class Weather extends AbstractHook {
  readonly name = "bench";

  override processCallToolRequest: AbstractHook["processCallToolRequest"] = async (request) => {
    if (request.params.name !== "get_weather") return { resultType: "continue", request };
    const { success, data } = Input.safeParse(request.params.arguments);
    const text = success ? `${data.city}: sunny, 15 °C` : "Invalid arguments for get_weather";
    return { resultType: "respond", response: { isError: !success, content: [{ type: "text", text }] } };
  };
}

async function main(): Promise<void> {
  const server = (await startHookServer(new Weather(), 0)) as Server;
  if (!server.listening) await once(server, "listening");
  console.log(`serves http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

// Exits with the driver, which has no other way to end it.
process.stdin.resume().on("end", () => process.exit());
void main();
