// Serves the site and follows changes of `docs`.
import { existsSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { createServer } from "vitepress";
import { docs, root, staged } from "./folders.js";
import { writeReference } from "./reference.js";
import { stage, stageFile } from "./stage.js";

stage();
await writeReference();
const server = await createServer(join(root, "site"));
await server.listen();
server.printUrls();
watch(docs, { recursive: true }, (_, name) => {
  if (name === null) return;
  if (existsSync(join(docs, name))) stageFile(name);
  else rmSync(join(staged, name), { force: true });
});
