/** A text cannot be edited. The message continues a sentence that starts with the file name. */
export class EditError extends Error {
  override readonly name = "EditError";
}
