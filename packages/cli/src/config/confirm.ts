/** Asks the user at the terminal. `initialValue`: the answer of someone who only presses Enter. */
export async function confirm(
  question: string,
  { initialValue = true }: { readonly initialValue?: boolean } = {},
): Promise<"yes" | "no" | "cancelled"> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({ message: question, initialValue });
  if (prompts.isCancel(answer)) return "cancelled";
  return answer ? "yes" : "no";
}
