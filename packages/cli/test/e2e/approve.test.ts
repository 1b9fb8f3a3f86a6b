import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { code, Machine } from "../approve/machine.js";
import { BIN } from "../person-terminal.js";
import { agentHookProcess } from "../run-command.js";

const RUNS = "";

test("a person at a terminal sees the whole call as harmless text, and allows it once", async () => {
  await using machine = new Machine(50_000);
  const hostile = "make # \u001b[31mred\u001b[0m \u202Eevil";
  const call = machine.call(hostile);
  const { id } = await machine.question();
  const { code: exit, screen } = await machine.terminal(["approve", id], code);
  expect(exit).toBe(0);
  expect(screen).toContain("Allowed: the agent runs the call now.");
  expect(screen).toContain("make # \\u001b[31mred");
  expect(screen).not.toContain("\u001b[31m");
  expect(screen).not.toContain("\u202E");
  expect(await call).toBe(RUNS);
  expect(await machine.terminal(["approve", id])).toMatchObject({
    code: 2,
    screen: expect.stringContaining("answered"),
  });
});

test("a wrong code allows nothing, and the list shows the question", async () => {
  await using machine = new Machine(0);
  expect(await machine.call("make")).toContain("needs a person");
  const { id } = await machine.question();
  const wrong = await machine.terminal(["approve", id], (screen) => code(screen) && "yes");
  expect(wrong.screen).toContain("The question stays open.");
  const { stdout } = await agentHookProcess(["approve"], { env: machine.env });
  expect(stdout).toContain(id);
});

test("a person denies, and the agent reads why", async () => {
  await using machine = new Machine(50_000);
  const call = machine.call("make");
  const { id } = await machine.question();
  expect(await machine.terminal(["deny", id, "--reason", "not on a Friday"])).toMatchObject({ code: 0 });
  expect(await call).toContain("not on a Friday");
});

test("a yes counts once, also for 10 processes at once", async () => {
  await using machine = new Machine(0);
  await machine.call("make");
  const { id } = await machine.question();
  await machine.terminal(["approve", id], code);
  const answers = await Promise.all(Array.from({ length: 10 }, () => machine.call("make")));
  expect(answers.filter((answer) => answer === RUNS)).toHaveLength(1);
  expect(await machine.questions()).toHaveLength(1);
});

test("a hook that is killed while it waits leaves its question open", async () => {
  await using machine = new Machine(50_000);
  const call = machine.call("make");
  const { id, askedBy } = await machine.question();
  process.kill(askedBy[0]?.pid ?? -1, "SIGKILL");
  await call;
  await machine.terminal(["approve", id], code);
  expect(await machine.call("make")).toBe(RUNS);
});

describe("an agent cannot answer", () => {
  const approve = (id: string) => `${process.execPath} ${BIN} approve ${id}`;
  const PTY = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

  test("without a terminal, in its shell, or in a terminal that it makes", async () => {
    await using machine = new Machine(0);
    await machine.call("make");
    const { id } = await machine.question();
    const attempts = [
      approve(id),
      `echo yes | ${approve(id)}`,
      `script -qec '${approve(id)}' /dev/null`,
      `setsid script -qec '${approve(id)}' /dev/null`,
      `env -i ${approve(id)}`,
      `python3 -c '${PTY}' ${approve(id)}`,
      `script -qec '${approve(id).replace("approve", "deny")}' /dev/null`,
    ];
    for (const attempt of attempts) {
      const { output } = await machine.shell(
        `XDG_STATE_HOME=${machine.folder} ${attempt.replace("env -i", `env -i XDG_STATE_HOME=${machine.folder}`)}`,
      );
      expect(output, attempt).toContain("only a person can answer");
    }
    expect(await machine.questions()).toHaveLength(1);
  });

  test("in a terminal of a process that it lets go of", async () => {
    await using machine = new Machine(0);
    await machine.call("make");
    const { id } = await machine.question();
    const script = join(machine.folder, "orphan.py");
    writeFileSync(
      script,
      [
        "import os, pty, sys, time",
        "if os.fork(): os._exit(0)",
        "os.setsid()",
        "if os.fork(): os._exit(0)",
        "log = open(sys.argv[1] + '.part', 'wb')",
        "def read(fd):",
        "    data = os.read(fd, 1024)",
        "    log.write(data)",
        "    return data",
        "pty.spawn(sys.argv[2:], read)",
        "log.close()",
        "os.rename(sys.argv[1] + '.part', sys.argv[1])",
      ].join("\n"),
    );
    const log = join(machine.folder, "log");
    // The name of the program says nothing: a link has any name.
    const link = `ln -s "$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')" helper`;
    await machine.shell(`cd ${machine.folder} && ${link} && ./helper ${script} ${log} ${approve(id)} </dev/null`);
    await expect.poll(() => existsSync(log), { timeout: 600_000 }).toBe(true);
    expect(machine.read("log")).toContain("opened after the agent started");
    expect(await machine.questions()).toHaveLength(1);
  });
});
