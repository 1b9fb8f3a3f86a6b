// Writes the version of the SDK's package.json to the other files that state it. Runs after `changeset version`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const { name, version } = JSON.parse(readFileSync(new URL("packages/sdk/package.json", root), "utf8"));
/** The name and the version in the source of the SDK, and in what a hook prints about itself. */
const PLACES = {
  "packages/sdk/src/sdk-version.ts": /(name: "([^"]+)", version: ")[^"]+/,
  "docs/authoring.md": /("name": "([^"]+)",\s+"version": ")[^"]+/,
};

for (const [file, place] of Object.entries(PLACES)) {
  const url = new URL(file, root);
  const text = readFileSync(url, "utf8");
  if (place.exec(text)?.[2] !== name) throw new Error(`${fileURLToPath(url)} does not state the version of ${name}`);
  writeFileSync(url, text.replace(place, `$1${version}`));
}
