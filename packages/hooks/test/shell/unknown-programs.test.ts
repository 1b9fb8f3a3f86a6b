import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../src/shell/index.js";

const place = { cwd: "/home/ada/engine", home: "/home/ada" };
const judge = (command: string) => judgeCommand(command, place).decision;

const DANGEROUS = [
  "rm -rf ~",
  "git reset --hard",
  "cat .env",
  "sudo dd if=/dev/zero of=/dev/sda",
  "aws s3 rm s3://b --recursive",
];

describe.each(DANGEROUS)("a program that nobody knows, around %s", (command) => {
  it.each([
    ["its words", `gizmo ${command}`],
    ["a subcommand", `gizmo --verbose run ${command}`],
    ["a separator", `gizmo in box -- ${command}`],
    ["a text", `gizmo "${command}"`],
    ["an option", `gizmo --exec "${command}"`],
    ["an option with its value attached", `gizmo --command="${command}"`],
  ])("is judged by %s", (_name, whole) => expect(judge(whole)).toBe("deny"));
});

describe("a program that nobody knows", () => {
  it.each([
    "gizmo delete prod --yes",
    "gizmo delete prod",
    "gizmo cluster destroy",
    "gizmo remove prod --force",
    "gizmo apps:destroy shop --force",
    "gizmo cluster purge --non-interactive",
    "Remove-GizmoGroup -Force",
    "gizmo sql 'drop table orders'",
  ])("that destroys is a question: %s", (command) => expect(judge(command)).toBe("ask"));

  it.each(["gizmo --in .env", "gizmo key=@.env", "gizmo show ~/.aws/credentials"])("shows a secret: %s", (command) =>
    expect(judge(command)).toBe("deny"),
  );

  it.each([
    "gizmo build --release",
    "gizmo purge",
    "gizmo remove old",
    "gizmo list delete",
    "gizmo --message 'git reset --hard is gone'",
    "gizmo connect --key-file ~/.ssh/id_ed25519",
    "gizmo status shutdown",
    "brew install git docker kubectl",
    "pip uninstall -y requests",
    "cowsay rm -rf /",
    "man git reset --hard",
  ])("is allowed otherwise: %s", (command) => expect(judge(command)).toBe("allow"));
});

describe("the words of a search are not files", () => {
  it.each([
    "grep -rn process.env src",
    "grep '.env' .gitignore",
    "rg -t ts import.meta.env",
    "git ls-files | grep .env",
    "jq '.env' package.json",
    "find src -exec grep -n process.env {} +",
  ])("%s", (command) => expect(judge(command)).toBe("allow"));

  it.each(["grep KEY .env", "grep -e KEY .env", "rg KEY config/.env.production"])("but the others are: %s", (command) =>
    expect(judge(command)).toBe("deny"),
  );
});
