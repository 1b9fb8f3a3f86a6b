/** A text that cannot be edited; the message goes on after the name of the file. */
export class EditError extends Error {
  override readonly name = "EditError";
}
