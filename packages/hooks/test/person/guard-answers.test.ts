// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { createTestHost } from "@agent-hook/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import { askPerson, protectFiles } from "../../src/index.js";

it.each([
  "agent-hook approve abcd2345",
  "npx agent-hook approve abcd2345",
  "npx -y agent-hook@latest approve abcd2345",
  "npx -p agent-hook agent-hook approve abcd2345",
  "npx agent-hook deny abcd2345",
  "npx agent-hook ui",
  "pnpm exec agent-hook approve abcd2345",
  "./node_modules/.bin/agent-hook approve abcd2345",
  "node node_modules/agent-hook/dist/main.js approve abcd2345",
  "cd /tmp && sudo -u ada agent-hook approve abcd2345",
  'a=agent; b=hook; "$a-$b" approve abcd2345',
  "sh -c 'npx agent-hook approve abcd2345'",
  "echo 'npx agent-hook approve abcd2345' | sh",
  "script -qc 'npx agent-hook approve abcd2345' /dev/null",
  "setsid nohup script -qc 'agent-hook approve abcd2345' /dev/null &",
  "tmux new-session -d 'agent-hook approve abcd2345'",
  "tmux send-keys -t 0 'agent-hook approve abcd2345' Enter",
  'python3 -c \'import pty; pty.spawn(["agent-hook", "approve", "abcd2345"])\'',
  "expect -c 'spawn npx agent-hook approve abcd2345'",
  "ssh localhost agent-hook approve abcd2345",
  'eval "agent-hook ap""prove abcd2345"',
  '"$UNKNOWN" approve abcd2345',
])("an agent cannot run: %s", async (command) => {
  const outcome = await createTestHost(askPerson(protectFiles()), { host: "codex" }).shell(command);
  expect(outcome).toMatchObject({ ran: false, reason: expect.stringContaining("Only the user answers") });
});

it.each([
  "npx agent-hook log",
  "npx agent-hook why abcd2345",
  "grep -rn 'agent-hook approve' docs",
  "git commit -m 'agent-hook approve: list the questions'",
  "npx agent-hook check -- node main.js",
  "gh pr review 3 --approve",
  "node /src/agent-hook/packages/ui/build.js",
  "npm run ui",
])("an agent can run: %s", async (command) => {
  const host = createTestHost(askPerson(protectFiles({ outside: "allow" })), { host: "codex" });
  expect(await host.shell(command)).toMatchObject({ ran: true });
});

const home = process.env.HOME;
it.each([
  `cat ${home}/.local/state/agent-hook/store.db`,
  "sqlite3 ~/.local/state/agent-hook/store.db 'update entries set text = 1'",
  "rm -rf ~/.local/state/agent-hook",
  "echo '{}' >> ~/.local/state/agent-hook/decisions/decisions-000001.jsonl",
])("protectFiles keeps an agent away from the answers: %s", async (command) => {
  expect(await createTestHost(protectFiles(), { host: "codex" }).shell(command)).toMatchObject({ ran: false });
});

it("protectFiles lets an agent read the log of decisions", async () => {
  const command = `cat ${home}/.local/state/agent-hook/decisions/decisions-000001.jsonl`;
  expect(await createTestHost(protectFiles(), { host: "codex" }).shell(command)).toMatchObject({ ran: true });
});

it("protectFiles knows where the environment moved the answers", async () => {
  vi.stubEnv("XDG_STATE_HOME", "/moved/state");
  vi.stubEnv("AGENT_HOOK_STORE", "file:/moved/answers.db");
  onTestFinished(() => void vi.unstubAllEnvs());
  const host = createTestHost(protectFiles({ outside: "allow" }), { host: "codex" });
  expect(await host.shell("cat /moved/state/agent-hook/store.db")).toMatchObject({ ran: false });
  expect(await host.shell("cat /moved/answers.db-wal")).toMatchObject({ ran: false });
  expect(await host.shell("cp a.txt /moved/answers.db")).toMatchObject({ ran: false });
});
