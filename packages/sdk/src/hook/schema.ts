/**
 * What the SDK asks of a schema: Standard Schema v1 (https://standardschema.dev).
 * zod 4, zod/mini and other vendors fit; naming zod's own types here would tie authors to one zod version.
 */
export interface Schema<Output = unknown, Input = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What `validate` gives: the parsed value, or what is wrong with it. */
export type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** One thing wrong with a value, and where. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}
