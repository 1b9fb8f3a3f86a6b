import { domainToUnicode } from "node:url";
import type { Run } from "../run/shell.js";
import { isKnown } from "../values/text.js";

/** Addresses where a cloud gives a machine its credentials, without a password. */
const METADATA = new Set([
  ...["169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "192.0.0.192", "168.63.129.16"],
  ...["[fd00:ec2::254]", "[fd20:ce::254]", "[::ffff:a9fe:a9fe]", "metadata.google.internal", "metadata.goog"],
  ...["metadata", "instance-data", "instance-data.ec2.internal", "metadata.tencentyun.com"],
]);
/** Programs that print or look for an address, and connect to none. */
const CONNECTS_NOT =
  /^(?:echo|printf|[efz]?grep|rg|ag|ack|sed|awk|jq|yq|test|\[|\[\[|cat|tee|ip|iptables|nft|ufw|route|export|declare|local)$/;
/** What can be an address that matters: a number, a name of such a server, or a host that needs a closer look. */
const CANDIDATE =
  /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/?#]*@|\[|\d[\dx.a-f]{6,}(?:[:/]|$)|[^/?#]*(?:metadata|instance-data|xn--)|[^/?#]*[^\0-\x7f])/i;
const LOCAL =
  /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|.*\.(?:localhost|local|test|internal))$/;

/** Returns the host of an address or of a word such as `host:port`, as a browser reads it, or `undefined`. */
function hostIn(text: string): string | undefined {
  if (!isKnown(text) || /\s/.test(text) || text.length > 2048) return undefined;
  try {
    return new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text.replace(/^\w+:/, "http:") : `http://${text}`).hostname;
  } catch {
    return undefined;
  }
}

/** Whether an address is on this machine or in its network. */
export function isLocalHost(text: string): boolean {
  const host = hostIn(text);
  return host !== undefined && LOCAL.test(host);
}

/** Judges the hosts that the words of a program name. */
export function judgeHosts(run: Run): void {
  if (CONNECTS_NOT.test(run.name)) return;
  for (const { text } of run.args) {
    const word = text.startsWith("-") ? text.replace(/^--?[\w-]+=/, "") : text;
    if (!CANDIDATE.test(word)) continue;
    const host = hostIn(word) ?? "";
    if (METADATA.has(host) && (/^\w+:\/\//.test(word) || host !== "metadata")) reportMetadata(run);
    else if (/^https?:\/\//i.test(word) && isLookAlike(word)) reportLookAlike(run, host);
  }
}

/** Whether a connection that the shell itself opens, `/dev/tcp/HOST/80`, goes to such an address. */
export function isMetadata(host: string): boolean {
  return METADATA.has(hostIn(host) ?? "");
}

export function reportMetadata(run: Pick<Run, "name" | "args" | "shell">): void {
  const reason = "It asks the cloud for the credentials of this machine. Ask the user for what you need.";
  run.shell.report(run, { class: "leaks-data", rule: "metadata-address", reason });
}

const LATIN = /[a-z]/i;
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/** `github.com@example.com` goes to `example.com`, and letters of another script look like those of a known name. */
function isLookAlike(address: string): boolean {
  const [, authority = ""] = /^\w+:\/\/([^/?#]*)/.exec(address) ?? [];
  const [user, name] = authority.includes("@") ? authority.split(/@(?=[^@]*$)/) : [undefined, authority];
  const host = (name ?? "").replace(/:\d*$/, "");
  const letters = host.includes("xn--") ? domainToUnicode(host) : host;
  const isMixed = letters.split(".").some((label) => LATIN.test(label) && LIKE_LATIN.test(label));
  return isMixed || /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app|co|ai|gov|edu)$/i.test(user ?? "");
}

function reportLookAlike(run: Run, host: string): void {
  const reason = `Its address looks like another one, but goes to ${host}. Ask the user whether that is meant.`;
  run.shell.report(run, { class: "reaches-outside", rule: "look-alike-host", reason });
}
