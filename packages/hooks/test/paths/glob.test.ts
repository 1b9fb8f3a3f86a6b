import { describe, expect, it } from "vitest";
import { globMatches, namesIn, withoutBraces } from "../../src/paths/glob.js";

const matches = (glob: string, path: string) =>
  withoutBraces(glob).some((one) => globMatches(namesIn(one), namesIn(path)));

describe("a glob", () => {
  it.each([
    ["**/.env", "/a/b/.env"],
    ["**/.env", "/.env"],
    ["/a/*.pem", "/a/x.pem"],
    ["/a/**/z", "/a/z"],
    ["/a/**/z", "/a/b/c/z"],
    ["/a/?.txt", "/a/b.txt"],
    ["/a/{b,c{d,e}}/x", "/a/ce/x"],
    ["/a/secret", "/a/secret/deep/x"],
    ["/pages/[id].tsx", "/pages/[id].tsx"],
    ["**/*a*b*", "/xxayyb"],
    ["/A/B", "/a/b"],
    ["**/a/**/b/**/c", "/a/a/b/b/x/c"],
  ])("%s matches %s", (glob, path) => expect(matches(glob, path)).toBe(true));

  it.each([
    ["**/.env", "/a/.environment"],
    ["/a/*.pem", "/a/b/x.pem"],
    ["/a/secret", "/a/secrets"],
    ["/pages/[id].tsx", "/pages/i.tsx"],
    ["/a/?.txt", "/a/bb.txt"],
    ["/a/b", "/a"],
  ])("%s does not match %s", (glob, path) => expect(matches(glob, path)).toBe(false));

  it("is compared in time that grows with the lengths, not exponentially", () => {
    expect(matches(`**/${"*a".repeat(40)}b`, `/${"a".repeat(4000)}`)).toBe(false);
    expect(matches(`${"**/a/".repeat(40)}b`, "/a".repeat(2000))).toBe(false);
  });
});
