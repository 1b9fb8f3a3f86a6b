import { expect, it } from "vitest";
import { openRecorder } from "../../src/record/open-recorder.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

it("recorders of many hooks in one process share one listener, until the last of them is closed", async () => {
  const env = { XDG_STATE_HOME: temporaryFolder() };
  const before = process.listenerCount("exit");
  const setup = { env, file: undefined, isPersistent: true, writeError: () => {} };
  const opened = await Promise.all(Array.from({ length: 12 }, () => openRecorder(setup)));
  expect(process.listenerCount("exit")).toBe(before + 1);
  const [first, ...others] = opened;
  for (const one of others) one.close();
  expect(process.listenerCount("exit")).toBe(before + 1);
  first?.close();
  expect(process.listenerCount("exit")).toBe(before);
});
