import type { z } from "zod";

/**
 * Returns the options of a ready-made hook with their defaults. Throws a `TypeError` that names each invalid option,
 * and never a value.
 */
export function checkOptions<Schema extends z.ZodType>(
  hook: string,
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  const { data, error } = schema.safeParse(options);
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
