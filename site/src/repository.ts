import { statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { docs, root } from "./folders.js";

export const repository = "https://github.com/agent-hook/agent-hook";

const FENCE = /^ *```/;
const LINK = /(\]\()(\.{1,2}\/[^)\s]+)(?=\))/g;

/** Replaces a page's links to files outside of `docs`, such as an example, with links to the repository. */
export function linkToRepository(markdown: string, page: string): string {
  let isCode = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      return isCode ? line : line.replace(LINK, (_, open: string, target: string) => open + publicTarget(target, page));
    })
    .join("\n");
}

function publicTarget(target: string, page: string): string {
  const [path = "", anchor] = target.split("#");
  const file = join(dirname(join(docs, page)), path);
  if (!relative(docs, file).startsWith("..")) return target;
  const kind = statSync(file).isDirectory() ? "tree" : "blob";
  return `${repository}/${kind}/main/${relative(root, file)}${anchor === undefined ? "" : `#${anchor}`}`;
}
