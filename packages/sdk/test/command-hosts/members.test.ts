import { describe, expect, it } from "vitest";
import { textOfParts } from "../../src/host-tools/document.js";
import { fieldIn, withFields } from "../../src/host-tools/payload-fields.js";
import { compose, defineHook, deny, modify, reject } from "../../src/index.js";
import { hostCan, hostFlag } from "../../src/serve/hosts.js";
import type { Fields } from "../spawn-hook.js";
import { asked } from "./asked.js";
import { native } from "./native-hook.js";
import { COMMAND_HOSTS, canChangeShell, shellCall as shell, shellResult, simulationOf } from "./recordings.js";

const EVIL = "rm -rf /";

const guard = defineHook({
  name: "guard",
  onFailure: "block",
  beforeTool: ({ arguments: args }) => (JSON.stringify(args).includes(EVIL) ? deny("no") : undefined),
});

/** Without these fields, no host is recognized. */
const UNMARKED = Object.fromEntries(
  ["cwd", "Params", "agent_id", "cursor_version", "session_id"].map((field) => [field, undefined]),
);

describe("members of a hook", () => {
  const host = "claude-code";
  const { beforeTool: before, fields } = simulationOf(host);

  it("rewrite a call through the call's own object", async () => {
    const rewriting = defineHook({
      name: "rewriting",
      onFailure: "block",
      beforeTool({ arguments: args }) {
        (args as { command: string }).command = "echo safe";
        return modify({ arguments: args });
      },
    });
    const { text } = await asked(rewriting, shell(host, { command: EVIL }));
    expect(text).toContain("echo safe");
  });

  it("see a call unchanged, whatever another member did to its objects", async () => {
    const meddler = defineHook({
      name: "meddler",
      onFailure: "continue",
      beforeTool({ arguments: args, raw }) {
        (args as { command: string }).command = "ls";
        Object.assign(raw, withFields(raw, { [fields.input]: { command: "ls" } }));
      },
    });
    const { denial } = await asked(compose(meddler, guard), shell(host, { command: EVIL }));
    expect(denial).toBe("no");
  });

  it("approve the final arguments, whatever their own beforeTool did to its objects", async () => {
    const forgetful = defineHook({
      name: "forgetful",
      onFailure: "block",
      beforeTool({ arguments: args }) {
        (args as { command: string }).command = "ls";
      },
      approveTool: ({ arguments: args }) => (args.command === "ls" ? { action: "approve" } : reject("not ls")),
    });
    const { denial } = await asked(forgetful, shell(host, { command: EVIL }));
    expect(denial).toBe("not ls");
  });

  it("may have only native handlers, and a policy", async () => {
    const failing = native(
      "failing",
      host,
      before,
      () => {
        throw new Error("x");
      },
      { onFailure: "block" },
    );
    const { denial } = await asked(compose(failing, guard), shell(host, { command: "ls" }));
    expect(denial).toContain('hook "failing" threw an error');
  });

  it("deny a payload that was cut off if they approve, under any policy", async () => {
    const approver = defineHook({ name: "approver", onFailure: "continue", approveTool: () => reject("never") });
    const cut = JSON.stringify(shell(host, { command: "ls" })).slice(0, -9);
    expect((await asked(approver, cut, { host })).denial).toBeTypeOf("string");
  });
});

describe.each(COMMAND_HOSTS)("members of a hook under %s", (host) => {
  const { beforeTool: before, afterTool: after, fields, textField } = simulationOf(host);

  it.runIf(hostCan(host, "modify.arguments"))("see an earlier rewrite in their native payload", async () => {
    const rewriting = defineHook({
      name: "rewriting",
      onFailure: "continue",
      beforeTool: () => modify({ arguments: { command: EVIL } }),
    });
    const seen: unknown[] = [];
    const watching = native("watching", host, before, (payload) => {
      seen.push(fieldIn(payload, fields.input));
    });
    await asked(compose(rewriting, watching), shell(host, { command: "ls" }));
    expect(seen).toEqual([{ command: EVIL }]);
  });

  it.runIf(canChangeShell(host))("see an earlier change of a result in their native payload", async () => {
    const redacting = defineHook({
      name: "redacting",
      onFailure: "continue",
      afterTool: ({ result }) => modify({ result: result.forLlm.replaceAll("S3CRET", "***") }),
    });
    const seen: unknown[] = [];
    const watching = native("watching", host, after, ({ [fields.result]: result }: Fields) => {
      seen.push(textOfParts(textField === undefined ? result : (result as Fields)[textField]));
    });
    const { text } = await asked(compose(redacting, watching), shellResult(host, "a S3CRET b"));
    expect(text).toContain("a *** b");
    expect(seen).toEqual(["a *** b"]);
  });

  it("answer a call that lacks a mark of the host with the host's own denial", async () => {
    const unmarked = withFields(shell(host, { command: "ls" }), UNMARKED);
    const named = hostFlag(host, before);
    const { document, denial } = await asked(guard, unmarked, { host: named });
    expect(document).toBeDefined();
    expect(denial).toContain(`hook "guard" received a call that it cannot read at ${before}`);
    const approver = defineHook({ name: "approver", onFailure: "continue", approveTool: () => reject("never") });
    expect((await asked(approver, unmarked, { host: named })).denial).toBeTypeOf("string");
  });
});
