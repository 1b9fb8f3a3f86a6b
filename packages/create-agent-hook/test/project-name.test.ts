import fc from "fast-check";
import validate from "validate-npm-package-name";
import { describe, expect, it } from "vitest";
import { placeOf } from "../src/place/place.js";
import { projectName } from "../src/place/project-name.js";

describe("the name of a project", () => {
  it.each([
    ["my-hook", "my-hook"],
    ["My Hook!", "my-hook"],
    [
      "  Größe 2 ",
      "große-2"
        .normalize("NFKD")
        .replace(/\p{Mark}/gu, "")
        .replace("ß", "-"),
    ],
    ["_hidden.", "hidden"],
    ["a.b_c", "a.b_c"],
    ["It's $5", "it-s-5"],
    ["天气", "my-hook"],
    ["", "my-hook"],
    ["http", "http-hook"],
    ["node_modules", "node_modules-hook"],
    ["vitest", "vitest-hook"],
    ["x".repeat(300), "x".repeat(214)],
  ])("for the folder %j is %j", (folder, name) => {
    expect(projectName(folder, undefined, ["vitest"])).toEqual({ package: name, hook: name });
  });

  it("has the requested scope, which the hook's name does not have", () => {
    expect(projectName("My Hook", "Me & Co", [])).toEqual({ package: "@me-co/my-hook", hook: "my-hook" });
    expect(projectName("http", "me", [])).toEqual({ package: "@me/http", hook: "http" });
  });

  it("is valid for npm for any input", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme", minLength: 200, maxLength: 300 }),
    );
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (folder, scope) => {
        const name = projectName(folder, scope, []).package;
        expect(validate(name), name).toMatchObject({ validForNewPackages: true });
      }),
    );
  });
});

describe("the place of a project", () => {
  const place = (given: string) => {
    const { folder, name } = placeOf(given, []);
    return [folder, name.package];
  };
  const here = process.cwd();

  it("is the folder at that path, and has its name", () => {
    expect(place("my-hook")).toEqual([`${here}/my-hook`, "my-hook"]);
    expect(place("a/b/../My Hook/")).toEqual([`${here}/a/My Hook`, "my-hook"]);
    expect(place("/x/y")).toEqual(["/x/y", "y"]);
  });

  it("is the current folder for .", () => {
    expect(place(".")).toEqual([here, projectName(here.split("/").at(-1) ?? "", undefined, []).package]);
  });

  it("is a folder without the scope for a scoped name; in a longer path @ is an ordinary character", () => {
    expect(place("@me/hook")).toEqual([`${here}/hook`, "@me/hook"]);
    expect(place("./@me/hook")).toEqual([`${here}/@me/hook`, "hook"]);
  });
});
