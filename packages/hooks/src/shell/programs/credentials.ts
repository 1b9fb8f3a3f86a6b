import type { Program, Run } from "../run/shell.js";
import { type Content, contentOf } from "../values/content.js";

/** Programs that print credentials, and the arguments with which they do so. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  security: /\s(?:find-(?:generic|internet)-password\b.*\s-\w*[wg]\b|dump-keychain|export\b)/,
  gpg: /--export-secret-(?:sub)?keys?\b/,
  op: /\s(?:read|item get\b.*--(?:reveal|fields))\b/,
  pass: /\s(?:show\b|[\w-]+\/)/,
  bw: /\sget (?:password|totp|item|notes)\b/,
  vault: /\s(?:read|kv get|token lookup|print token)\b/,
  "secret-tool": /\slookup\b/,
  keyring: /\sget\b/,
  gcloud: /\sauth (?:application-default )?print-(?:access|identity)-token\b|^secrets versions access\b/,
  heroku: /\sauth:token\b/,
  doppler: /\ssecrets (?:get|download)\b/,
};

function printsCredential(run: Run): boolean {
  const words = ` ${run.args.map(({ text }) => text).join(" ")}`;
  return PRINTS[run.name]?.test(words) === true || OTHERS[run.name]?.test(words) === true;
}

/** The same for programs that also have rules in other files. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  aws: /\s(?:configure get \S*secret\S*|configure export-credentials|secretsmanager get-secret-value|sts get-session-token|ecr get-login-password|ssm get-parameters?\b.*--with-decryption)/,
  az: /\s(?:account get-access-token|keyvault secret show)\b/,
  gh: /\sauth (?:token|status\b.*(?:-t\b|--show-token))/,
  kubectl: /\sget secrets?\b.*(?:-o|--output)\b/,
};

export const credentials: Readonly<Record<string, Program>> = Object.fromEntries(
  Object.keys(PRINTS).map((name) => [name, (run: Run) => judgeCredential(run) ?? contentOf(undefined)]),
);

/** Reports a program that prints a credential. Returns its output, or undefined if it prints none. */
export function judgeCredential(run: Run): Content | undefined {
  if (!printsCredential(run)) return undefined;
  const reason = "It prints a credential. Let the program that needs it read it, or ask the user.";
  run.shell.report(run, { class: "leaks-data", rule: "print-credential", reason });
  return contentOf(undefined, { sensitive: true });
}
