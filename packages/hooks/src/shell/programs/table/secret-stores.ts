import type { Rows } from "./row.js";

/** Stores of passwords, tokens and keys. */
const STORES: Rows = {
  vault: {
    deletes: {
      also: ["auth|secrets|audit disable", "lease|token revoke", "operator seal|step-down", "* *patch -remove-data"],
    },
    prints: /\s(?:-\S+\s+)*(?:read|kv get|token lookup|token create|print token|unwrap)(?:\s|$)/,
  },
  op: { deletes: {}, prints: /\s(?:read|item get\b.*--(?:reveal|fields)|document get|inject(?!.*-o))\b/ },
  pass: {
    deletes: {},
    prints:
      /^\s+(?:show\b|grep\b|otp(?! +(?:insert|append|uri|validate)\b)|(?!(?:insert|add|edit|generate|rm|remove|delete|mv|rename|cp|copy|git|init|find|search|ls|list|help|version|otp|show|grep)(?:\s|$))[^\s-]\S*)(?:\s|$)(?!.*(?<=\s)(?:-c\d*|--clip\S*)(?:\s|$))/,
  },
  bw: { deletes: { except: ["config *"] }, prints: /\sget (?:password|totp|item|notes)\b/ },
  doppler: { deletes: { except: ["configure *"] }, prints: /\ssecrets (?:get|download)\b/ },
  infisical: { deletes: {}, prints: /\s(?:secrets (?:get|list)?|export)\b/ },
  chamber: { deletes: {}, prints: /\s(?:read|export|env)\b/ },
  security: {
    deletes: {},
    prints: /\s(?:find-(?:generic|internet)-password\b.*\s-\w*[wg]\b|dump-keychain|export\b)/,
  },
  "secret-tool": { deletes: { commands: ["clear"] }, prints: /\slookup\b/ },
  keyring: { deletes: {}, prints: /\sget\b/ },
  gpg: {
    deletes: {
      commands: [
        "--delete-secret-keys|--delete-secret-key|--delete-secret-and-public-key|--delete-secret-and-public-keys",
      ],
    },
    prints: /--export-secret-(?:sub)?keys?\b/,
  },
  sops: { prints: /\s(?:-d|--decrypt|decrypt)(?:\s|$)/ },
  "ansible-vault": { prints: /\s(?:view|decrypt\b.*--output[= ]-)(?:\s|$)/ },
  age: { prints: /\s(?:-d|--decrypt)(?:\s|$)(?!.*(?<=\s)(?:-o|--output))/ },
  certbot: { deletes: { also: ["revoke"] } },
  keytool: { deletes: { commands: ["-delete"] } },
};

export const secretStores: Rows = Object.fromEntries(
  Object.entries(STORES).map(([name, row]) => [name, { ...row, keeps: true }]),
);
