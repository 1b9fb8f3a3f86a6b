import { redactSecrets } from "@agent-hook/hooks/secrets";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";

// Made up, and assembled here so that no scanner reports it.
const SECRET = ["gh", "p_", "q7Zk2XvB9mTf4LpR8sWc6NhJ3yGd5aKe1uPo"].join("");

describe("redactSecrets", () => {
  const agent = createTestHost(redactSecrets(), { host: "claude-code" });

  test("replaces a secret in the arguments of a tool, and in its result", async () => {
    const sent = await agent.shell(`curl https://example.com/?x=${SECRET}`, (args) => JSON.stringify(args));
    expect(sent).toMatchObject({ ran: true, result: expect.stringContaining("?x=[redacted]"), failures: [] });
    const read = await agent.read("notes.txt", `GITHUB_TOKEN=${SECRET}`);
    expect(read).toMatchObject({ ran: true, result: "GITHUB_TOKEN=[redacted]", failures: [] });
  });

  test("denies a call with a secret where the host cannot change it, and says why", async () => {
    const outcome = await createTestHost(redactSecrets(), { host: "qwen" }).shell(`echo ${SECRET}`);
    const result = expect.stringContaining("the arguments contain a secret (github)");
    expect(outcome).toMatchObject({ ran: false, failures: [], result });
  });

  test("a file is written as the model wrote it", async () => {
    const written = await agent.write(".env", `GITHUB_TOKEN=${SECRET}`);
    expect(written).toMatchObject({ ran: true, failures: [] });
    expect(JSON.stringify(written.arguments)).toContain(SECRET);
  });

  test("without a secret, nothing changes", async () => {
    expect(await agent.read("notes.txt", "tea")).toMatchObject({ decision: "none", ran: true, result: "tea" });
    expect(await agent.shell("ls -la")).toMatchObject({ ran: true, failures: [] });
  });

  test("observe changes nothing and logs the rule, never the secret", async () => {
    const observer = createTestHost(redactSecrets({ mode: "observe" }), { host: "claude-code" });
    const read = await observer.read("notes.txt", SECRET);
    expect(read).toMatchObject({ decision: "none", ran: true, result: SECRET });
    const log = observer.log.join("\n");
    expect(log).toContain("would redact");
    expect(log).toContain("github");
    expect(log).not.toContain(SECRET);
  });

  test("an allowed text stays", async () => {
    const hook = redactSecrets({ allow: [`${SECRET.slice(0, 8)}*`] });
    const read = await createTestHost(hook, { host: "claude-code" }).read("notes.txt", SECRET);
    expect(read).toMatchObject({ decision: "none", result: SECRET });
  });
});

test("redacts structured content at any depth, by the name of a field too", async () => {
  const result = { forLlm: "done", forUser: `see ${SECRET}`, structured: { a: [{ api_key: SECRET.slice(4) }] } };
  const outcome = await createTestHost(redactSecrets()).tool({ tool: "exec", result });
  expect(JSON.stringify(outcome)).not.toContain(SECRET.slice(4));
});

test("redacts an argument that is a secret because of the one before it", async () => {
  const call = { tool: "exec", arguments: { args: ["curl", "-u", "me:hunter2", "https://x"] } };
  const outcome = await createTestHost(redactSecrets()).tool(call);
  expect(outcome.arguments).toEqual({ args: ["curl", "-u", "me:[redacted]", "https://x"] });
});

test.each([
  ["claude-code", "deny"],
  // `beforeLlm` redacts the prompt.
  ["gemini", "none"],
  // It lets no hook deny a prompt.
  ["cline", "none"],
] as const)("under %s, the decision on a prompt with a secret is %s", async (host, decision) => {
  const outcome = await createTestHost(redactSecrets(), { host }).prompt(`use ${SECRET}`);
  expect(outcome).toMatchObject({ decision, failures: [] });
});

test("redacts a reply of the model", async () => {
  const outcome = await createTestHost(redactSecrets()).llm({ reply: `it is ${SECRET}` });
  expect(outcome).toMatchObject({ reply: "it is [redacted]", failures: [] });
});

describe("placeholders", () => {
  test("turn back into the secret only in the arguments of a tool", async () => {
    const agent = createTestHost(redactSecrets({ placeholders: true }));
    const { result = "" } = await agent.read(".env", `GITHUB_TOKEN=${SECRET}`);
    expect(result).toMatch(/^GITHUB_TOKEN=\[secret:github:[0-9a-f]{8}\]$/);
    const received: unknown[] = [];
    const written = await agent.tool({
      tool: "write_file",
      arguments: { path: ".env", content: `${result}\nDEBUG=1` },
      result: (args: unknown) => {
        received.push(args);
        return "written";
      },
    });
    expect(received).toEqual([{ path: ".env", content: `GITHUB_TOKEN=${SECRET}\nDEBUG=1` }]);
    expect(written.result).toBe("written");
  });

  test("a call with a placeholder of another process is denied", async () => {
    const agent = createTestHost(redactSecrets({ placeholders: true }));
    const outcome = await agent.shell("echo [secret:github:00000000]");
    expect(outcome).toMatchObject({ ran: false });
    expect(JSON.stringify(outcome)).toContain("has no secret in this process");
  });
});

test("an invalid option is an error that names it and shows no value", () => {
  expect(() => redactSecrets({ in: ["everything" as "model"] })).toThrow(/^redactSecrets: invalid options: in\[0\]: /);
  expect(() => redactSecrets({ allows: [SECRET] } as object)).toThrow(/allows/);
  expect(() => redactSecrets({ allow: SECRET } as object)).not.toThrow(SECRET);
});
