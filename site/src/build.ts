import { build } from "vitepress";
import { writeReference } from "./reference.js";
import { stage } from "./stage.js";

stage();
await writeReference();
await build(import.meta.dirname.slice(0, -"/src".length));
