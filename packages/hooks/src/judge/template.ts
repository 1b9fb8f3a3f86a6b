/** What `prompt` can contain. */
export const FIELDS: readonly string[] = ["{{call}}", "{{tool}}", "{{kind}}", "{{cwd}}"];

export const FIELD = /\{\{[^{}]*\}\}/g;

/** Whether a template contains a field that does not exist. */
export function hasUnknownField(template: string): boolean {
  return (template.match(FIELD) ?? []).some((field) => !FIELDS.includes(field));
}
