import type { FindingSink } from "./finding.js";
import { isExample, isSequence } from "./random-values.js";
import type { Anchor } from "./scanner.js";
import { isWordy } from "./words.js";

/**
 * What follows a prefix, as the vendor documents it. After a tail of fixed length, the token must end. A function, because
 * creating over a hundred expressions takes longer than the rest of a call.
 */
type Tail = () => RegExp;

const word =
  (least: number, most = 400): Tail =>
  () =>
    new RegExp(`[\\w-]{${least},${most}}`, "y");
const alnum =
  (least: number, most = 400): Tail =>
  () =>
    new RegExp(`[A-Za-z0-9]{${least},${most}}`, "y");
const exact =
  (letters: string, length: number): Tail =>
  () =>
    new RegExp(`[${letters}]{${length}}(?![\\w-])`, "y");
const hex = (length: number): Tail => exact("a-f0-9", length);
/** Characters of base64 and base64url, with padding. */
const base64 =
  (least: number, most = 4000): Tail =>
  () =>
    new RegExp(`[\\w+/%-]{${least},${most}}={0,2}`, "y");
const uuid: Tail = () => /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/y;

/** Prefixes of tokens by rule, with what follows. The rule's name is what a finding and a placeholder show. */
const TOKENS: readonly (readonly [rule: string, tail: Tail, ...prefixes: string[]])[] = [
  // AI services
  ["anthropic", word(12), "sk-ant-"],
  ["openai", word(16), "sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
  ["openrouter", word(32), "sk-or-v1-"],
  ["api-key", () => /(?:[a-z0-9]{1,12}-){0,2}(?=[A-Za-z_]{0,60}\d)\w{15,200}[\w-]{0,200}/y, "sk-", "rk-"],
  ["perplexity", alnum(40), "pplx-"],
  ["groq", alnum(40), "gsk_"],
  ["xai", alnum(60), "xai-"],
  ["replicate", alnum(32), "r8_"],
  ["nvidia", word(50), "nvapi-"],
  ["pinecone", word(40), "pcsk_"],
  ["langsmith", word(30), "lsv2_pt_", "lsv2_sk_"],
  ["tavily", word(20), "tvly-"],
  ["hugging-face", alnum(30), "hf_", "api_org_"],
  ["cerebras", alnum(40), "csk-"],
  ["elevenlabs", hex(48), "sk_"],
  ["firecrawl", hex(32), "fc-"],
  ["e2b", hex(40), "e2b_"],
  ["jina", alnum(40), "jina_"],
  ["langfuse", uuid, "sk-lf-"],
  ["trigger-dev", alnum(20), "tr_dev_", "tr_prod_", "tr_stg_", "tr_preview_", "tr_pat_"],
  ["inngest", () => /[a-f0-9]{32,64}(?![\w-])/y, "signkey-prod-", "signkey-test-", "signkey-branch-"],
  ["voyage", word(40), "pa-"],
  // Code and packages
  ["github", alnum(16), "ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
  ["github", word(16), "github_pat_"],
  ["gitlab", word(16), "glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glffct-", "glft-", "glimt-", "glagent-"],
  ["gitlab", word(16), "gloas-", "glsoat-", "glwt-"],
  ["gitlab", word(18), "GR1348941"],
  ["gitlab", word(20, 80), "glrt-t", "glpat-t"],
  ["npm", exact("A-Za-z0-9", 36), "npm_"],
  ["pypi", word(50, 1000), "pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw"],
  ["rubygems", hex(48), "rubygems_"],
  ["nuget", exact("a-z0-9", 43), "oy2"],
  ["clojars", exact("a-zA-Z0-9", 60), "CLOJARS_"],
  ["docker", word(20, 60), "dckr_pat_", "dckr_oat_"],
  ["bitbucket", word(24), "ATBB"],
  ["atlassian", () => /[\w-]{50,400}(?:=[0-9A-F]{8})?/y, "ATATT3", "ATCTT3"],
  ["artifactory", alnum(60), "AKCp"],
  ["artifactory", alnum(59), "cmVmdGtu"],
  ["sourcegraph", () => /(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}(?![\w-])/y, "sgp_"],
  ["sourcegraph", hex(40), "slk_"],
  ["sonar", word(32, 50), "sqp_", "squ_", "sqa_"],
  ["buildkite", alnum(30), "bkua_"],
  ["circleci", () => /[A-Za-z0-9]{10,30}_[a-f0-9]{40}/y, "CCIPAT_", "CCIPRJ_"],
  ["infracost", exact("A-Za-z0-9", 32), "ico-"],
  ["pulumi", hex(40), "pul-"],
  ["prefect", alnum(36), "pnu_", "pnb_"],
  ["postman", () => /[a-f0-9]{24}-[a-f0-9]{34}/iy, "PMAK-"],
  ["readme", alnum(60), "rdme_"],
  ["crates-io", exact("A-Za-z0-9", 32), "cio"],
  ["snyk", () => /[\w.-]{40,400}/y, "snyk_uat."],
  ["octopus", exact("A-Z0-9", 26), "API-"],
  ["octopus", exact("A-Z0-9", 32), "API-"],
  ["dependency-track", alnum(32), "odt_"],
  // Clouds
  ["aws", () => /[A-Z2-7]{16}(?![\w-])/y, "AKIA", "ASIA", "ABIA", "ACCA"],
  ["aws-bedrock", base64(100), "ABSK", "bedrock-api-key-YmVkcm9jay1"],
  ["google", exact("\\w\\-", 35), "AIza"],
  ["google", word(20), "GOCSPX-", "ya29."],
  ["alibaba", exact("A-Za-z0-9", 20), "LTAI"],
  ["digitalocean", hex(64), "dop_v1_", "doo_v1_", "dor_v1_"],
  ["heroku", word(50), "HRKU-AA"],
  ["fly", base64(40), "fo1_", "fm1r_", "fm1a_", "fm2_"],
  ["netlify", alnum(36), "nfp_", "nfc_", "nfo_"],
  ["vercel", alnum(24), "vcp_", "vck_", "vca_", "vci_", "vcr_"],
  ["supabase", hex(40), "sbp_"],
  ["supabase", word(22), "sb_secret_"],
  ["scalingo", word(40), "tk-us-"],
  ["planetscale", () => /[\w=.-]{32,64}/y, "pscale_tkn_", "pscale_pw_", "pscale_oauth_"],
  ["clickhouse", exact("A-Za-z0-9", 38), "4b1d"],
  ["databricks", () => /[a-f0-9]{32}(?:-\d)?(?![\w-])/y, "dapi"],
  ["yandex", () => /[A-Z0-9a-z_-]+[=]{0,2}\.[A-Z0-9a-z_-]{86}={0,2}/y, "t1."],
  ["yandex", word(35), "AQVN"],
  ["yandex", exact("\\w\\-", 38), "YCAJE", "YCNCU", "YC"],
  ["cloudflare", () => /[a-f0-9]{24}-[a-f0-9]{146}/y, "v1.0-"],
  // https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/
  ["cloudflare", word(40), "cfut_", "cfat_", "cfk_"],
  ["render", alnum(28), "rnd_"],
  ["neon", alnum(60), "napi_"],
  ["deno", alnum(36), "ddp_", "ddo_"],
  ["aiven", word(18, 60), "AVNS_"],
  ["mongodb-atlas", word(40), "mdb_sa_sk_"],
  ["dbt", word(30), "dbtc_", "dbtu_"],
  ["tailscale", word(20), "tskey-"],
  ["openshift", word(43), "sha256~"],
  ["defined-networking", () => /[\w=-]{60,120}/y, "dnkey-"],
  // Secrets and identity
  ["vault", word(24), "hvs.", "hvb.", "hvr."],
  ["vault", () => /(?=[A-Za-z]*\d)(?=[A-Z0-9]*[a-z])[A-Za-z0-9]{24}(?![\w.-])/y, "s."],
  ["1password", base64(200), "ops_eyJ"],
  ["1password", () => /[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y, "A3-"],
  ["doppler", alnum(40), "dp.pt.", "dp.ct.", "dp.scim.", "dp.audit."],
  ["doppler", () => /(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/y, "dp.st.", "dp.sa."],
  ["age", exact("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58), "AGE-SECRET-KEY-1"],
  ["harness", () => /[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/y, "pat.", "sat."],
  ["endor-labs", alnum(16), "endr+"],
  ["infisical", () => /[a-f0-9-]{24,36}(?:\.[a-f0-9]{32,64}){1,2}(?![\w-])/y, "st."],
  ["stytch", word(36, 60), "secret-live-", "secret-test-"],
  // Payment
  ["stripe", alnum(10, 260), "sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"],
  ["stripe", base64(30, 80), "whsec_"],
  ["square", word(22), "sq0atp-", "sq0csp-"],
  ["square", word(56), "EAAA"],
  ["polar", word(30), "polar_oat_", "polar_pat_"],
  ["flutterwave", () => /(?:_TEST)?-[a-zA-Z0-9]{12,40}(?:-X)?/y, "FLWSECK", "FLWPUBK"],
  ["razorpay", alnum(14), "rzp_live_", "rzp_test_"],
  ["paddle", word(40), "pdl_live_apikey_", "pdl_sdbx_apikey_"],
  ["lob", hex(35), "live_", "test_"],
  ["lob", hex(31), "live_pub_", "test_pub_"],
  ["easypost", alnum(54), "EZAK", "EZTK"],
  ["shippo", hex(40), "shippo_live_", "shippo_test_"],
  ["duffel", () => /[\w=-]{43}/y, "duffel_live_", "duffel_test_"],
  ["shopify", hex(32), "shpat_", "shpca_", "shppa_", "shpss_"],
  ["plaid", uuid, "access-sandbox-", "access-production-", "access-development-"],
  ["braintree", () => /[a-z0-9]{16}\$[a-f0-9]{32}/y, "access_token$production$", "access_token$sandbox$"],
  // https://docs.adyen.com/development-resources/api-credentials
  ["adyen", () => /[\w+/]{40,140}={0,2}-[\w+/]{12,60}={0,2}(?:-[^\s"'`<>\\]{8,40})?/y, "AQE"],
  // Messages
  [
    "slack",
    () => /(?=[\w-]{0,40}\d{6})[\w-]{12,400}/y,
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "xoxr-",
    "xoxo-",
    "xoxs-",
    "xoxc-",
    "xapp-",
  ],
  ["slack", () => /\d-[A-Za-z0-9]{80,300}/y, "xoxe-", "xoxe.xoxb-", "xoxe.xoxp-"],
  ["slack", base64(40), "xoxd-"],
  ["slack", () => /(?:services|workflows|triggers)\/[\w+/-]{30,80}/y, "hooks.slack.com/"],
  ["discord", () => /\d{15,22}\/[\w-]{50,90}/y, "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
  [
    "microsoft-teams",
    () => /[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[0-9a-f]{32}\/[0-9a-f-]{36}/y,
    "webhook.office.com/webhookb2/",
    "outlook.office.com/webhook/",
  ],
  ["onesignal", alnum(50), "os_v2_app_", "os_v2_org_"],
  ["facebook", alnum(90), "EAA"],
  ["twitch", () => /\d{5,12}_[A-Za-z0-9]{26,40}/y, "live_"],
  ["sendgrid", () => /[\w-]{16,32}\.[\w-]{30,66}|[\w=.-]{66}/y, "SG."],
  ["mailgun", hex(32), "key-", "pubkey-"],
  ["brevo", () => /[a-f0-9]{64}-[A-Za-z0-9]{16}/y, "xkeysib-", "xsmtpsib-"],
  ["resend", () => /[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}/y, "re_"],
  ["mailersend", hex(64), "mlsn."],
  ["twilio", () => /[0-9a-fA-F]{32}(?![\w-])/y, "SK"],
  // Work
  ["airtable", () => /[A-Za-z0-9]{14}\.[a-f0-9]{64}/y, "pat"],
  [
    "asana",
    () => /\d{15}(?:\/\d{16})?:[a-f0-9]{32}/y,
    ...[..."0123456789"].flatMap((digit) => [`1/${digit}`, `2/${digit}`]),
  ],
  ["cal-com", hex(32), "cal_live_", "cal_"],
  ["adafruit", alnum(26), "aio_"],
  ["alchemy", alnum(28), "alcht_"],
  ["clickup", () => /\d{4,12}_[A-Z0-9]{32}/y, "pk_"],
  ["rootly", hex(64), "rootly_"],
  ["contentful", word(43), "CFPAT-"],
  ["figma", word(40), "figd_", "figo_", "figu_"],
  ["frameio", () => /[A-Za-z0-9_=-]{64}/y, "fio-u-"],
  ["hubspot", () => /[a-z]{2}\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy, "pat-"],
  ["linear", alnum(32), "lin_api_", "lin_oauth_"],
  ["notion", alnum(43), "secret_"],
  ["notion", alnum(40), "ntn_"],
  ["typeform", () => /[\w.=-]{50,70}/y, "tfp_"],
  ["dropbox", () => /[\w=-]{130,2000}/y, "sl.", "sl.u."],
  ["adobe", exact("a-zA-Z0-9", 32), "p8e-"],
  ["intra42", hex(64), "s-s4t2ud-", "s-s4t2af-"],
  ["settlemint", alnum(16), "sm_pat_", "sm_aat_", "sm_sat_"],
  // Monitoring
  ["dynatrace", () => /[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}/y, "dt0c01.", "dt0s01.", "dt0s16."],
  ["grafana", () => /[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/y, "glsa_"],
  ["grafana", base64(32, 400), "glc_"],
  ["grafana", base64(60, 400), "eyJrIjoi"],
  ["new-relic", alnum(19, 60), "NRAK-", "NRJS-", "NRAA-", "NRRA-", "NRBR-"],
  ["new-relic", word(30), "NRII-"],
  ["sentry", () => /eyJ[\w+/-]{20,400}={0,2}_[\w+/-]{43}(?![\w-])/y, "sntrys_"],
  ["sentry", hex(64), "sntryu_", "sntrya_"],
  ["posthog", alnum(40), "phx_", "phs_"],
  ["launchdarkly", uuid, "sdk-", "mob-", "api-"],
  ["salesforce", () => /[A-Za-z0-9]{12}![\w.]{60,400}/y, "00D"],
  // Maps
  ["mapbox", () => /eyJ[\w-]{40,300}\.[\w-]{20,40}/y, "sk.", "pk.", "tk."],
];

/** The rules, by the shortest prefix that their prefix begins with. In a group, the longest prefix comes first. */
const GROUPS = new Map<string, { rule: string; prefix: string; tail: Tail }[]>();
const RULES = TOKENS.flatMap(([rule, tail, ...prefixes]) => prefixes.map((prefix) => ({ rule, prefix, tail })));
for (const rule of RULES.sort((a, b) => a.prefix.length - b.prefix.length)) {
  let length = 1;
  while (length < rule.prefix.length && !GROUPS.has(rule.prefix.slice(0, length))) length++;
  const start = rule.prefix.slice(0, length);
  GROUPS.set(start, [rule, ...(GROUPS.get(start) ?? [])]);
}

const EXPRESSIONS = new Map<Tail, RegExp>();

function expressionOf(tail: Tail): RegExp {
  const known = EXPRESSIONS.get(tail);
  if (known !== undefined) return known;
  const expression = tail();
  EXPRESSIONS.set(tail, expression);
  return expression;
}

/** The starts of tokens. */
export const VENDOR_ANCHORS: readonly Anchor<string>[] = [...GROUPS.keys()].map((text) => ({ text, value: text }));

/** What may be directly before a token although it ends with a letter or a digit: `\n`, `%3D`, a terminal's color. */
const GLUE = /(?:\\(?:[nrtbf]|u[0-9a-fA-F]{4})|%[0-9a-fA-F]{2}|\[[\d;]{1,20}m)$/;
/** A start that can also be the end of a name or an address: `task-`, `.ico-`. */
const WEAK = /^[A-Za-z\d]{1,4}[-.]$/;

/** Whether a word can begin at an index. */
export function isWordStart(text: string, at: number): boolean {
  if (!/\w/.test(text[at - 1] ?? "")) return true;
  // The pattern is for the few texts that can match: words are frequent.
  const canBeGlued = text[at - 2] === "\\" || text[at - 6] === "\\" || text[at - 3] === "%" || text[at - 1] === "m";
  return canBeGlued && GLUE.test(text.slice(Math.max(0, at - 24), at));
}

/**
 * Adds the token that begins with a start at an index. Returns the end of it, or of an example or a name like it, or
 * `undefined` if only its start looks like a token.
 */
export function findVendorToken(text: string, at: number, start: string, add: FindingSink): number | undefined {
  if (!isWordStart(text, at) || (WEAK.test(start) && /[.-]/.test(text[at - 1] ?? ""))) return undefined;
  for (const { rule, prefix, tail } of GROUPS.get(start) ?? []) {
    if (!text.startsWith(prefix, at)) continue;
    const expression = expressionOf(tail);
    expression.lastIndex = at + prefix.length;
    const [rest] = expression.exec(text) ?? [];
    if (rest === undefined) continue;
    const end = at + prefix.length + rest.length;
    // The prefix of age is unambiguous, and its keys use so few letters that they can look like examples. A part of the
    // alphabet is what people try a redactor with.
    const isReal = rule === "age" || isSequence(rest) || !(isExample(rest) || isWordy(rest, 5));
    if (isReal && !isInBase64(text, at, end)) add(rule, at, end);
    return end;
  }
  return undefined;
}

/** Whether the text is a part of a longer one in base64, in which any letters occur. */
function isInBase64(text: string, start: number, end: number): boolean {
  const before = /[+/]/.test(text[start - 1] ?? "") ? text.slice(Math.max(0, start - 20), start) : "";
  const after = /[+/]/.test(text[end] ?? "") ? text.slice(end, end + 20) : "";
  return [before, after].some(
    (part) => /^[A-Za-z\d+/]{20}$/.test(part) && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part),
  );
}
