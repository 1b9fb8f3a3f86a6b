import { readPages } from "./docs/pages.js";
import { wordsByPage } from "./docs/words.js";

// Prints the words of prose of each page in docs, and their sum. `pnpm check-docs` holds the limit.
const counted = wordsByPage(readPages());
const sum = counted.reduce((words, [, count]) => words + count, 0);
for (const [file, words] of [...counted.sort(([a], [b]) => a.localeCompare(b)), ["in all", sum]])
  console.log(`${String(words).padStart(6)}  ${file}`);
