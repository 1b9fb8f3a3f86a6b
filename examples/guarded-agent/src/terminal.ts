/** Prints a label and a text, with the working folder shown as a dot. */
export function tell(label: string, text: string): void {
  console.log(`   ${label.padEnd(18)}${text.replaceAll(process.cwd(), ".")}`);
}
