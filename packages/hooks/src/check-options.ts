import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

/**
 * Returns the options of a ready-made hook with their defaults. Throws a `TypeError` that names each invalid option,
 * and never a value.
 *
 * The hooks that most people compose use zod's small form, and their schemas are functions: zod's objects would be a
 * third of a startup snapshot, which every process of a one-shot host loads. The small form has no messages of its own.
 */
export function checkOptions<Schema extends z.core.$ZodType>(
  hook: string,
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, options, { error: (issue) => en().localeError(issue) });
  if (error === undefined) return data as z.output<Schema>;
  const problems = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${textOf(path)}: ${message}`,
  );
  throw new TypeError(`${hook}: invalid options: ${problems.join("; ")}`);
}

function textOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`))
    .join("");
}
