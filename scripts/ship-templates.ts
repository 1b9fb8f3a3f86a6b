// Writes all templates of create-agent-hook into one file, because npm leaves some files of a folder out of a tarball.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Template } from "../packages/create-agent-hook/src/shipped.js";
import { exactVersions } from "./templates/exact-versions.js";
import { readTemplate } from "./templates/read-template.js";

/** In the order in which they are offered. The first is the default. */
const TEMPLATES = ["guard", "redact", "observer", "weather", "tools"];

const root = fileURLToPath(new URL("../", import.meta.url));
const exact = exactVersions(root);
const templates: Template[] = TEMPLATES.map((name) => readTemplate(root, name, exact));
writeFileSync(join(root, "packages/create-agent-hook/dist/templates.json"), JSON.stringify(templates));
console.log(`${TEMPLATES.length} templates shipped`);
