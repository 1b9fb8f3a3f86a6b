/** Converts nanoseconds, in which PicoClaw counts time. */
export function milliseconds(nanoseconds: number): number {
  return nanoseconds / 1e6;
}
