type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments of a call whose `input` is a patch, with the first and last line that Cline and Droid add if the model
 * left them out (from their programs). Without the first line, a patch names no files to a policy.
 */
export function withPatchMarks(args: Arguments): Arguments {
  const { input } = args;
  if (typeof input !== "string" || /^\*\*\* Begin Patch/m.test(input)) return args;
  return { ...args, input: `*** Begin Patch\n${input}\n*** End Patch` };
}
