import { expect, it } from "vitest";
import { openRecorder } from "../../src/record/open-recorder.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

it("recorders of many hooks in one process share one listener of its end", async () => {
  const env = { XDG_STATE_HOME: temporaryFolder() };
  const before = process.listenerCount("exit");
  const setup = { env, file: undefined, isPersistent: true, writeError: () => {} };
  const opened = await Promise.all(Array.from({ length: 12 }, () => openRecorder(setup)));
  // Other tests in this process may have opened one.
  expect(process.listenerCount("exit") - before).toBeLessThanOrEqual(1);
  for (const one of opened) one.close();
  expect(process.listenerCount("exit")).toBe(before);
});
