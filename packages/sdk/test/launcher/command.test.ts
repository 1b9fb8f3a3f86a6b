import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOST_DENIALS } from "../../src/hosts/generated/host-denials.js";
import {
  type LauncherCommand,
  LauncherCommandError,
  launcherCommand,
  launcherPath,
  parseLauncherCommand,
} from "../../src/launcher/index.js";
import { ARGUMENT_WORD, PATH_WORD, TEAM } from "./command-words.js";

const guard: LauncherCommand = {
  launcher: "/sdk/guard.sh",
  mode: "block",
  host: "docker-agent",
  event: "pre_tool_use",
  seconds: 6,
  command: ["/usr/bin/node", "/hooks/it's mine.js", "--host", "docker-agent@v1.58.0"],
};

const events = Object.entries(HOST_DENIALS).flatMap(([host, { denials, withoutDenial }]) =>
  [...Object.keys(denials), ...withoutDenial].map((event) => ({ host, event })),
);
const parts: fc.Arbitrary<LauncherCommand> = fc
  .record({
    launcher: PATH_WORD,
    mode: fc.constantFrom("block", "continue"),
    of: fc.constantFrom(...events),
    seconds: fc.integer({ min: 1 }),
    command: fc.tuple(PATH_WORD, fc.array(ARGUMENT_WORD)).map(([program, rest]) => [program, ...rest]),
  })
  .map(({ of, ...others }): LauncherCommand => ({ ...others, ...of }));
const residentParts = fc.tuple(parts, fc.boolean()).map(([all, resident]): LauncherCommand => ({ ...all, resident }));

describe("the command for a host's config", () => {
  it("runs the launcher, or prints a denial that names the hook and the command to diagnose it", () => {
    const hint = " (/hooks/it'\\''s mine.js); to find out why, run: npx agent-hook doctor docker-agent";
    const named = HOST_DENIALS["docker-agent"]?.denials.pre_tool_use?.replace(
      "denied: the hook failed",
      (reason) => reason + hint,
    );
    expect(launcherCommand(guard)).toBe(
      `/bin/sh -c '. "$0"; exit 1' '/sdk/guard.sh' block docker-agent pre_tool_use 6 '/usr/bin/node' '/hooks/it'\\''s mine.js' '--host' 'docker-agent@v1.58.0' || printf '%s' '${named}'`,
    );
  });

  it("asks a process that stays first, with the same denial", () => {
    const text = launcherCommand({ ...guard, resident: true });
    expect(text).toBe(launcherCommand(guard).replace("' block", "' resident-block"));
  });

  it("prints nothing with continue, and if the host accepts no denial", () => {
    expect(launcherCommand({ ...guard, mode: "continue" })).toMatch(/ '\/sdk\/guard.sh' continue .* \|\| :$/);
    expect(launcherCommand({ ...guard, event: "turn_end" })).toMatch(/ block docker-agent turn_end .* \|\| :$/);
  });

  it("can be parsed into its parts", () => {
    const readBack = (given: LauncherCommand) =>
      void expect(parseLauncherCommand(launcherCommand(given))).toEqual(given);
    fc.assert(fc.property(fc.oneof(parts, residentParts), readBack));
  });

  it("of a project can be parsed into its parts", () => {
    const inProject = (text: string) => `./${text.replaceAll("..", "-")}`;
    const named = fc.constantFrom<LauncherCommand["project"] & {}>(
      {},
      { variable: "CLAUDE_PROJECT_DIR" },
      { repository: true },
    );
    const readBack = (given: LauncherCommand, project: LauncherCommand["project"] & {}) => {
      const [, ...args] = given.command;
      const command = ["node", inProject(given.launcher), ...args];
      const portable = { ...given, launcher: inProject(given.launcher), command, project };
      expect(parseLauncherCommand(launcherCommand(portable))).toEqual(portable);
    };
    fc.assert(fc.property(parts, named, readBack));
    const other = launcherCommand({ ...guard, ...TEAM, project: {} }).replace('. "$0"', 'id; . "$0"');
    expect(parseLauncherCommand(other)).toBeUndefined();
  });

  it("can be parsed as older versions wrote it", () => {
    const old = launcherCommand(guard).replace(` -c '. "$0"; exit 1'`, "");
    expect(old).toMatch(/^\/bin\/sh '\/sdk/);
    expect(parseLauncherCommand(old)).toEqual(guard);
    const project = { ...guard, ...TEAM, project: { variable: "CLAUDE_PROJECT_DIR" } };
    const oldProject = launcherCommand(project).replace('. "$0"; exit 1', 'exec /bin/sh "$0" "$@"');
    expect(oldProject).toContain("exec /bin/sh");
    expect(parseLauncherCommand(oldProject)).toEqual(project);
  });

  it("of a project contains no $NAME, which Gemini CLI and Qwen Code replace in their settings", () => {
    expect(launcherCommand({ ...guard, ...TEAM, project: {} }).replaceAll("$0", "")).not.toMatch(/\$[\w{]/);
  });

  it("is recognised only if it is complete", () => {
    const text = launcherCommand(guard);
    const others = [
      "",
      "node hook.js",
      ` ${text}`,
      `${text}; id`,
      text.replace("block", "blok"),
      text.split(" || ")[0],
    ];
    for (const other of others) expect(parseLauncherCommand(other ?? "")).toBeUndefined();
    expect(parseLauncherCommand(text.replace(/'\{.*/, `'{"of":"an older version"}'`))).toEqual(guard);
  });

  it.each<[string, Partial<LauncherCommand>, RegExp]>([
    ["a backslash", { command: ["/usr/bin/node", "/a\\b.js"] }, /"\/a\\\\b.js" has a backslash/],
    ["a newline", { launcher: "/a\nb/guard.sh" }, /"\/a\\nb\/guard.sh" has a backslash, a line break/],
    ["a NUL", { command: ["/usr/bin/node", "/a.js", "\0"] }, /control character/],
    ["half a character", { command: ["/usr/bin/node", "/a.js", "\ud800"] }, /control character/],
    ["a relative launcher", { launcher: "guard.sh" }, /the launcher must be an absolute path, got "guard.sh"/],
    ["a relative program", { command: ["node", "/a.js"] }, /the program must be an absolute path, got "node"/],
    ["no program", { command: [] }, /the program must be an absolute path, got ""/],
    ["a relative hook", { command: ["/usr/bin/node", "--no-warnings", "a.js"] }, /the hook must be .* got "a.js"/],
    [
      "a relative snapshot",
      { command: ["/usr/bin/node", "--snapshot-blob", "a.blob"] },
      /the hook must be .* "a.blob"/,
    ],
    [
      "a launcher outside of the project",
      { project: {} },
      /the launcher must be a path in the project .*"\/sdk\/guard.sh"/,
    ],
    [
      "a program outside of the project",
      { ...TEAM, command: ["/usr/bin/node"], project: {} },
      /the program must be a path/,
    ],
    [
      "a hook outside of the project",
      { ...TEAM, command: ["node", "/a.js"], project: {} },
      /the hook must be a path .*"\/a.js"/,
    ],
    ["a way out of the project", { ...TEAM, command: ["node", "./../a.js"], project: {} }, /the hook must be a path/],
    ["code instead of a variable", { ...TEAM, project: { variable: "A;id" } }, /the name of an environment variable/],
    ["a part of a second", { seconds: 4.5 }, /a whole number of seconds, at least 1, got 4.5/],
    ["no second", { seconds: 0 }, /got 0/],
    ["an unknown host", { host: "constructor" }, /does not support the host "constructor"; expected docker-agent/],
    ["an unknown event", { event: "constructor" }, /docker-agent has no event "constructor"; expected .*pre_tool_use/],
    ["an unknown event with continue", { mode: "continue", event: "$(id)" }, /no event "\$\(id\)"/],
  ])("is rejected with an explanation: %s", (_, wrong, message) => {
    const create = () => launcherCommand({ ...guard, ...wrong });
    expect(create).toThrow(LauncherCommandError);
    expect(create).toThrow(message);
  });
});

it("the launcher is a file of the SDK", () => {
  expect(launcherPath()).toMatch(/[\\/]launcher[\\/]guard\.sh$/);
});
