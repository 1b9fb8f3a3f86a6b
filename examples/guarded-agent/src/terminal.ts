/** A label and a text; the working folder is shown as a dot. */
export function tell(label: string, text: string): void {
  console.log(`   ${label.padEnd(18)}${text.replaceAll(process.cwd(), ".")}`);
}
