// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text is for a shell.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../src/shell/index.js";

const WORDS = [
  ...["rm", "-rf", "/", "$X", "${X:-/}", "$(", ")", "`", "'", '"', "|", "&&", "||", ";", "&", "<<EOF", "\nEOF\n"],
  ...["{", "}"],
  ...["if", "then", "fi", "for x in", "do", "done", "while", "case", "esac", "f()", "eval", "sh -c", "xargs"],
  ...["find . -exec"],
  ...["\\", "$((", "))", "<(", ">&", "2>", "*", "?", "[a", "~", "#", "\u0000", "\uE000", "\uE001", "git", "-c"],
  ...["curl", "python -c"],
];

describe("any text", () => {
  it("gets a decision", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(" ")),
        ),
        (text) => {
          expect(["allow", "ask", "deny"]).toContain(judgeCommand(text).decision);
        },
      ),
    );
  });

  it("keeps its denial when harmless commands stand around it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("ls", "cd src", "X=1", "echo a | cat", "true && false", "(date)"), { maxLength: 8 }),
        (around) => {
          expect(judgeCommand([...around, "rm -rf /", ...around].join("; ")).decision).toBe("deny");
        },
      ),
    );
  });
});

describe("text made to exhaust the judge", () => {
  it.each([
    ["many commands", `${"true; ".repeat(100_000)}rm -rf /`],
    ["deep substitutions", `${"$(".repeat(5000)}rm -rf /`],
    ["a function that calls itself twice", "f() { f; f; }; f; rm -rf /"],
    ["loops in loops", "for a in {1..60}; do for b in {1..60}; do for c in {1..60}; do ls; done; done; done; rm -rf /"],
    ["a text that doubles and then runs", `x=aaaaaaaaaaaaaaaa; ${"x=$x$x; ".repeat(30)} eval "$x"`],
    ["branches in a row", `${"if a; then b; else c; fi; ".repeat(300)}rm -rf /`],
    ["a text of two megabytes", `echo ${"a".repeat(2_000_000)}; rm -rf /`],
  ])("is denied: %s", (_name, command) => {
    expect(judgeCommand(command).decision).toBe("deny");
  });

  it("leaves a long harmless document alone", () => {
    expect(judgeCommand(`cat > notes.md <<'EOF'\n${"rm -rf / is dangerous\n".repeat(5_000)}EOF`).decision).toBe(
      "allow",
    );
  });

  it("never shows characters of its own", () => {
    const { findings } = judgeCommand('rm -rf /\uE000x "$A"/../*/?', { levels: { unknown: "deny" } });
    expect(JSON.stringify(findings)).not.toMatch(/[\uE000-\uE003]/);
  });
});
