import { redactSecrets } from "@agent-hook/hooks/secrets";
import manifest from "../package.json" with { type: "json" };

/** Removes secrets from tool arguments, tool results, prompts and model calls. */
export const hook = redactSecrets({
  name: "redact",
  version: manifest.version,
  // Texts that look like secrets and may stay, such as the keys of a test account. `*` stands for any letters.
  allow: [],
  // A revealed secret cannot be taken back, so if the hook fails, the tool does not run or the turn ends.
  onFailure: "block",
});
