import { onTestFinished } from "vitest";

/** Makes this process look, until the test ends, as if it ran on another system. */
export function onPlatform(value: NodeJS.Platform): void {
  const platform = Object.getOwnPropertyDescriptor(process, "platform") as PropertyDescriptor;
  Object.defineProperty(process, "platform", { ...platform, value });
  onTestFinished(() => {
    Object.defineProperty(process, "platform", platform);
  });
}
