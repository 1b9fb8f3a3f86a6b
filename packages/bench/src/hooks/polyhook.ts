// The guard of bare-guard.ts, written with polyhook as its readme shows.
import { approve, block, read, respond } from "@polyhook/sdk";

async function main(): Promise<void> {
  const event = await read();
  const denies = event.tool === "bash" && /\brm\s+-rf\b/.test((event.input?.command as string) ?? "");
  await respond(denies ? block("no rm -rf here") : approve());
}

void main();
