import { hostname, userInfo } from "node:os";
import { Questions } from "@agent-hook/sdk/internal/questions";
import type { AskAgain } from "../ask-again/ask-again.js";
import { usageError } from "../command-error.js";
import type { Invocation } from "../invocation.js";
import { requireLogFolder } from "../log/records.js";
import { readAssets } from "./assets.js";
import { needsForwarding, openBrowser } from "./browser.js";
import type { UiFlags } from "./options.js";
import { UiServer } from "./server.js";
import { whyNoAnswer } from "./why-no-answer.js";

/** Serves the page until a signal ends the program. */
export async function showUi(invocation: Invocation, flags: UiFlags): Promise<void> {
  const { terminal, optionalHookCommand: hook } = invocation;
  const port = portIn(flags.port);
  const folder = requireLogFolder();
  let isFirst = true;
  const ui = await UiServer.start({
    folder,
    questions: Questions.open(process.env),
    assets: readAssets(),
    port,
    whyNoAnswer,
    ...(hook && { askAgain: await askAgainLater(hook) }),
    onOpen: () => {
      if (isFirst) terminal.note("A link opens the page once. For another window, or after a reload:");
      isFirst = false;
      terminal.print(ui.link);
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    throw usageError(`--port: ${port} cannot be used (${error.code}). Use another one, or 0 for any free port`);
  });
  terminal.print(ui.link);
  const readOnly = whyNoAnswer();
  if (readOnly !== undefined) terminal.note(`The page can only show questions: ${readOnly}.`);
  if (needsForwarding(process.env, process.platform)) {
    terminal.note("To open it on another machine, run there, and keep the port's number:");
    terminal.note(`  ssh -N -L ${ui.port}:127.0.0.1:${ui.port} ${userName()}@${hostname()}`);
  }
  if (flags.open) openBrowser(ui.link, () => terminal.note("No browser could be opened: open the link yourself."));
  await new Promise(() => {});
}

/** Only loaded if a hook was named: the page opens at once. */
async function askAgainLater(hook: readonly [string, ...string[]]): Promise<AskAgain> {
  const { askAgainWith } = await import("../ask-again/ask-again.js");
  return askAgainWith(hook);
}

function portIn(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw usageError(`--port: expected a number from 0 to 65535, got "${text}"`);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The user id has no entry, as in some containers.
    return "USER";
  }
}
