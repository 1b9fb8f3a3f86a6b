/** One problem with a value, in the shape that zod and every Standard Schema report. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}

/** The fields that zod adds to an issue. Unlike the text of a message, they never contain the rejected value. */
interface DetailedIssue extends Issue {
  readonly code?: string;
  readonly expected?: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly format?: string;
  readonly pattern?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly includes?: string;
  readonly errors?: readonly (readonly Issue[])[];
  readonly params?: { readonly expected?: string };
}

/**
 * zod's own messages. Any other message comes from the schema's author and is kept, because it explains more than a
 * generated text. It may start like zod's: "Invalid city code".
 */
const ZOD_MESSAGES = [
  /^Invalid input(?:$|: expected |: more than one option )/,
  /^Invalid (?:option: expected|discriminator value\. Expected) /,
  /^Invalid (?:string: must (?:start with|end with|include|match pattern)|number: must be a multiple of) /,
  /^Invalid (?:key|value) in \w+$/,
  /^Too (?:big|small): expected /,
  /^Unrecognized keys?: /,
  /^Invalid (?:email address|URL|emoji|UUID(?:v\d)?|nanoid|GUID|cuid2?|ULID|XID|KSUID|ISO (?:datetime|date|time|duration))$/,
  /^Invalid (?:(?:IPv[46]|MAC) address|IPv[46] range|base64(?:url)?-encoded string|JSON string|E\.164 number|JWT)$/,
];

/** A longer list could exceed the line limit of the wire. */
const MAX_ISSUES = 8;

/** Describes what is wrong with a value: the path and expectation of each issue, never the value itself. */
export function describeIssues(issues: readonly Issue[], value: unknown): string {
  const first = issues.slice(0, MAX_ISSUES).map((issue) => describeIssue(issue as DetailedIssue, value));
  const more = issues.length > MAX_ISSUES ? [`and ${issues.length - MAX_ISSUES} more`] : [];
  return [...first, ...more].join("; ");
}

function describeIssue(issue: DetailedIssue, root: unknown): string {
  const path = pathText(issue.path ?? []);
  const where = path === "" ? "" : `${path}: `;
  return `${where}${expectation(issue, at(root, issue.path ?? []))}`;
}

function expectation(issue: DetailedIssue, value: unknown): string {
  if (!ZOD_MESSAGES.some((own) => own.test(issue.message))) return issue.message;
  switch (issue.code) {
    case "custom":
      return issue.params?.expected === undefined
        ? issue.message
        : `expected ${issue.params.expected}, got ${typeName(value)}`;
    case "invalid_type":
      return `expected ${issue.expected}, got ${typeName(value)}`;
    case "unrecognized_keys":
      return `unknown key ${(issue.keys ?? []).map((key) => `"${key}"`).join(", ")}`;
    case "invalid_value":
      return `expected ${(issue.values ?? []).map((allowed) => JSON.stringify(allowed)).join(" or ")}, got ${typeof value === "string" ? "another string" : typeName(value)}`;
    case "too_small":
      return `expected at least ${issue.minimum}${unit(issue.origin)}`;
    case "too_big":
      return `expected at most ${issue.maximum}${unit(issue.origin)}`;
    case "invalid_format":
      return `expected ${formatText(issue)}`;
    case "invalid_union":
      return unionText(issue);
    default:
      return issue.message;
  }
}

/** Describes the format that the author's schema expects of a string. */
function formatText({ format, pattern, prefix, suffix, includes }: DetailedIssue): string {
  switch (format) {
    case "regex":
      return `a string that matches ${pattern}`;
    case "starts_with":
      return `a string that starts with ${JSON.stringify(prefix)}`;
    case "ends_with":
      return `a string that ends with ${JSON.stringify(suffix)}`;
    case "includes":
      return `a string that includes ${JSON.stringify(includes)}`;
    default:
      return `the format ${format}`;
  }
}

function unionText(issue: DetailedIssue): string {
  const options = (issue.errors ?? []).map((issues) =>
    issues.map((inner) => (inner as DetailedIssue).expected ?? inner.message),
  );
  const flat = [...new Set(options.flat())];
  return flat.length === 0 ? issue.message : `expected ${flat.join(" or ")}`;
}

function unit(origin: string | undefined): string {
  if (origin === "string") return " characters";
  return origin === "array" ? " items" : "";
}

/** Formats a path: `messages[2].content`. */
export function pathText(path: readonly unknown[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(keyOf(part))}`))
    .join("")
    .replace(/^\./, "");
}

/** A segment of a Standard Schema path may be `{ key }`. */
function keyOf(part: unknown): unknown {
  return typeof part === "object" && part !== null && "key" in part ? part.key : part;
}

function at(root: unknown, path: readonly unknown[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null
        ? (value as Record<PropertyKey, unknown>)[keyOf(part) as PropertyKey]
        : undefined,
    root,
  );
}

/** Returns the name of a value's type, for messages. */
export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
