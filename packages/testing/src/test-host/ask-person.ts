import type { OnAsk as AskPicoClaw, Question } from "@agent-hook/picoclaw";
import type { OnAsk } from "@agent-hook/sdk/internal/adapter";
import type { PicoClawWatch } from "./picoclaw-engine.js";

/**
 * Returns the `onAsk` of a PicoClaw host. Without the test's own `onAsk`, calls are denied with the hook's own reason,
 * as in PicoClaw.
 */
export function askPerson(watch: PicoClawWatch, onAsk: OnAsk | undefined): AskPicoClaw {
  return async ({ tool, arguments: args, reason }: Question) => {
    watch.asked(reason);
    const approved = (await onAsk?.({ tool, arguments: args, reason })) ?? false;
    return approved ? true : { approved: false, reason };
  };
}
