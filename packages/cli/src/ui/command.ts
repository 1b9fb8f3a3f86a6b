import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { UiFlags } from "./options.js";

export function uiCommand(invocation: Invocation): Command {
  return new Command("ui")
    .description("show what agents and hooks do in a local page, and answer their questions there")
    .usage("[options] [-- <hook command...>]")
    .option("--port <port>", "the port on 127.0.0.1 (0: any free port)", "0")
    .option("--open", "open the page in the browser")
    .addHelpText("after", HELP)
    .action(async (flags: UiFlags) => {
      const { showUi } = await import("./run.js");
      await showUi(invocation, flags);
    });
}

const HELP = `
Prints a link that opens the page once, and a new link whenever one was used, for example for a second
window or after a reload. Only this machine can connect. From another one, forward the port under the same
number: ssh -N -L PORT:127.0.0.1:PORT USER@HOST

With a hook's command, the page asks the hook about a logged call again, as its files are now, and shows both
decisions. No tool runs, and the agent does not notice.

Without a terminal, the page shows questions, but cannot answer them: an agent's shell could start it.
Runs until you press Ctrl-C.`;
