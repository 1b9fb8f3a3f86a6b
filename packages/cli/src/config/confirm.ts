/** Asks the user at the terminal. */
export async function confirm(question: string): Promise<"yes" | "no" | "cancelled"> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({ message: question });
  if (prompts.isCancel(answer)) return "cancelled";
  return answer ? "yes" : "no";
}
