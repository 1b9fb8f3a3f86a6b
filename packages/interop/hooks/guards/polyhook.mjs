// The guard, written with polyhook as its readme shows.
import { approve, block, read, respond } from "@polyhook/sdk";
import { misbehave } from "./misbehave.mjs";

const event = await read();
const fault = await misbehave();

if (fault === "decides nothing") {
  block("no rm -rf here");
} else if (fault === "decides nonsense") {
  await respond({ action: "deny", message: "no rm -rf here" });
} else if (event.tool === "bash" && (event.input?.command ?? "").includes("rm -rf")) {
  await respond(block("no rm -rf here"));
} else {
  await respond(approve());
}
