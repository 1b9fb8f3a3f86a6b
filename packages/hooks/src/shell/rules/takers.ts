import type { Pipeline } from "unbash";

/** Programs that take a secret from a pipe and do not show it: logins, stores of secrets and clipboards. */
const TAKES =
  /^(?:(?:docker|podman|nerdctl|helm|crane|skopeo|oras|buildah|cosign|regctl|npm|twine|jfrog|jf)\b.*\blogin\b|(?:helm registry|gh auth|glab auth|az acr|vault|op|bw) login\b|(?:pbcopy|xclip|xsel|wl-copy|clip|clip\.exe)\b(?!.*\s-o)|gpg\b.*--(?:import|passphrase-fd)|(?:kubectl|oc) (?:apply|create|replace)\b|(?:vault (?:kv put|write)|pass insert|op (?:item|document) create|(?:gh|glab) (?:secret|variable) set|fly(?:ctl)? secrets|wrangler (?:pages )?secret put|vercel env add|secret-tool store|doppler secrets (?:set|upload)|aws secretsmanager (?:create|put)\S*|gcloud secrets (?:create|versions add))\b|(?:chpasswd|cryptsetup|ssh-add|wc|md5sum|sha\d+sum|shasum|cksum)\b)/;
/** Whether what a stage of a pipeline writes gets to its end, through programs that pass it on. */
export function isShownFrom(stage: number, commands: Pipeline["commands"]): boolean {
  return commands.slice(stage + 1).every((command) => {
    if (command.type !== "Command" || command.redirects.some(({ operator }) => operator.startsWith(">"))) return false;
    return PASSES_ON.test(command.name?.value ?? "");
  });
}

const PASSES_ON =
  /^(?:cat|tac|nl|less|more|bat|tee|rev|fold|fmt|sort|uniq|jq|yq|tr|sed|awk|cut|head|tail|base64|base32|xxd|od|hexdump|grep)$/;

/** Programs that pass on what they read, changed. */
const FILTERS = /^(?:jq|yq|tr|sed|awk|cut|head|tail|base64|grep|xargs|tee \/dev\/null)\b/;

/** Whether what a stage of a pipeline writes goes into a program that takes it, and not to whoever reads the output. */
export function isTakenFrom(stage: number, commands: Pipeline["commands"]): boolean {
  for (const command of commands.slice(stage + 1)) {
    if (command.type !== "Command") return false;
    const text = [command.name?.value ?? "", ...command.args.map(({ text }) => text)]
      .join(" ")
      .replace(/^sudo (?:-\w+ )*/, "");
    if (TAKES.test(text)) return true;
    if (!FILTERS.test(text)) return false;
  }
  return false;
}
