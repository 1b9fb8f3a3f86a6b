/** PicoClaw counts time in nanoseconds. */
export function milliseconds(nanoseconds: number): number {
  return nanoseconds / 1e6;
}
