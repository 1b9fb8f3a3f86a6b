import fc from "fast-check";
import type { LauncherCommand } from "../../src/launcher/index.js";

const ODD = ["'", '"', " ", "$", "`", "!", "#", "&", "|", ";", "*", "?", "~", "{", "(", "<", "-", "é", "天", "🌧", "a"];

/** Words of a command that shells treat in different ways if they are not quoted. */
const ODD_WORD: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...ODD), { maxLength: 12 }).map((letters) => letters.join("")),
  fc.string({ unit: "grapheme" }).filter((text) => !/[\\\p{Cc}]/u.test(text)),
);

/** An absolute path. */
export const PATH_WORD: fc.Arbitrary<string> = ODD_WORD.map((text) => `/${text}`);

/** A word that is not the path of a hook. */
export const ARGUMENT_WORD: fc.Arbitrary<string> = ODD_WORD.filter((text) => !/\.\w+$|^\.+\//.test(text));

/** A hook in a project that a team shares. */
export const TEAM: Pick<LauncherCommand, "launcher" | "command"> = {
  launcher: "./node_modules/@agent-hook/sdk/launcher/guard.sh",
  command: ["node", "./hooks/it's mine.js", "--host", "docker-agent"],
};
