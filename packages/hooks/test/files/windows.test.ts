import { parse } from "node:path";
import type { ProtectFilesOptions } from "@agent-hook/hooks";
import { describe, expect, it } from "vitest";
import { deciding, OUTSIDE, SECRET, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

describe.skipIf(process.platform !== "win32")("protectFiles on Windows", () => {
  const decidingHere = (options: ProtectFilesOptions = {}) => {
    const machine = makeMachine();
    const agent = deciding(machine, options);
    return { ...machine, ...agent, shell: (command: string) => agent.tool("Bash", { command }) };
  };

  it.each([
    (project: string) => `${project}\\.env`,
    (project: string) => `${project.replaceAll("\\", "/")}/.ENV`,
    (project: string) => `\\\\?\\${project}\\.env`,
    (project: string) => `\\\\.\\${project}\\.env`,
    (project: string) => `${project}\\.env::$DATA`,
    (project: string) => `${project}\\.env. .`,
    (project: string) => `/${project[0]}${project.slice(2).replaceAll("\\", "/")}/.env`,
    (project: string) => project.slice(2).concat("\\.env"),
    () => ".env",
    () => ".\\src\\..\\.env",
    () => "src/../.env:x",
  ])("denies a secret file in each spelling: %s", async (spell) => {
    const { project, read, write } = decidingHere();
    expect(await read(spell(project))).toEqual(SECRET);
    expect(await write(spell(project))).toEqual(SECRET);
  });

  it("denies the secrets of every user, on any drive and behind a share", async () => {
    const { home, read } = decidingHere();
    const places = ["C:\\Users\\Bob", "D:\\Users\\Bob", "\\\\localhost\\C$\\Users\\Bob", "C:/Users/Bob", home];
    for (const place of [...places, `\\\\127.0.0.1\\${home[0]}$${home.slice(2)}`]) {
      expect(await read(`${place}\\.ssh\\id_rsa`), place).toEqual(SECRET);
      expect(await read(`${place}\\.aws\\credentials`), place).toEqual(SECRET);
    }
    expect(await read("~\\.ssh\\id_rsa")).toEqual(SECRET);
  });

  it("denies settings, and asks about a file outside of the project", async () => {
    const { home, project, write } = decidingHere();
    expect(await write(`${project}\\.claude\\settings.json`)).toEqual(SETTING);
    expect(await write(`${project}\\.git\\hooks\\pre-commit`)).toEqual(SETTING);
    expect(await write(`${home}\\.claude\\settings.json`)).toEqual(SETTING);
    for (const path of [`${home}\\other\\x.txt`, "..\\other\\x.txt", `${parse(home).root}x.txt`]) {
      expect(await write(path), path).toEqual(OUTSIDE);
    }
  });

  it("judges a path on another machine by its text, and never looks there", async () => {
    const { read, write } = decidingHere();
    for (const start of ["\\\\server\\share", "//server/share", "\\\\?\\UNC\\server\\share"]) {
      expect(await write(`${start}\\x`), start).toContain("is on another machine");
      expect(await read(`${start}\\x`), start).toBe("passes");
      expect(await read(`${start}\\.env`), start).toEqual(SECRET);
    }
  });

  it("knows where programs of Windows keep secrets and settings", async () => {
    const { home, read, write } = decidingHere();
    const local = `${home}\\AppData\\Local`;
    expect(await read(`${local}\\Google\\Chrome\\User Data\\Default\\Login Data`)).toEqual(SECRET);
    expect(await read(`${home}/AppData/Roaming/GitHub CLI/hosts.yml`)).toEqual(SECRET);
    expect(await read("C:\\Windows\\System32\\config\\SAM")).toEqual(SECRET);
    expect(await write(`${home}\\Documents\\PowerShell\\profile.ps1`)).toEqual(SETTING);
    expect(await write("C:\\Windows\\System32\\drivers\\etc\\hosts")).toEqual(SETTING);
  });

  it("lets a file in the project be written, in each spelling", async () => {
    const { project, write } = decidingHere();
    for (const path of [
      `${project}\\src\\new.ts`,
      "src\\new.ts",
      "src/new.ts",
      `${project.toUpperCase()}\\SRC\\new.ts`,
    ]) {
      expect(await write(path), path).toBe("passes");
    }
  });

  it("denies a device, except the one that stores nothing", async () => {
    const { write, shell } = decidingHere();
    for (const path of ["COM1", "src\\aux.txt", "con", "\\\\.\\COM3"]) {
      expect(await write(path), path).toContain("a device of Windows");
    }
    expect(await write("NUL")).toBe("passes");
    expect(await shell("echo hi > /dev/null")).toBe("passes");
  });

  it("denies a write whose place depends on the current folder of a drive", async () => {
    const { write } = decidingHere();
    expect(await write("C:x.txt")).toContain("Which file is");
  });

  it("has rules with either separator", async () => {
    const { project, read, home } = decidingHere({
      rules: [{ paths: ["data\\private\\**", `${parse(process.cwd()).root}shared\\**`], read: "deny" }],
    });
    expect(await read(`${project}\\data\\private\\x`)).toContain("is protected");
    expect(await read(`${parse(home).root}Shared\\x`)).toEqual(expect.any(String));
  });
});
