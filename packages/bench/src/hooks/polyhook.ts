// The guard of bare-guard.ts, written with polyhook as its readme shows.
import { approve, block, read, respond } from "@polyhook/sdk";

async function main(): Promise<void> {
  const event = await read();
  const denies = event.tool === "bash" && /\bgit reset --hard\b/.test((event.input?.command as string) ?? "");
  await respond(denies ? block("no git reset here") : approve());
}

void main();
