/** Returns the anchor of a heading as GitHub makes it, so that a link to a heading works there and on the site. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

const NUMBERED = /\]\(([a-z-]+\.md)?#([a-z0-9_-]+)-\d+\)/g;

/** Corrects links whose anchor TypeDoc numbered, although the heading is the only one of its name. */
export function withAnchors(text: string, file: string, pages: ReadonlyMap<string, string>): string {
  return text.replace(NUMBERED, (link, target: string | undefined, anchor: string) => {
    const count = headings(pages.get(target ?? file) ?? "").filter((heading) => heading === anchor).length;
    return count === 1 ? `](${target ?? ""}#${anchor})` : link;
  });
}

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => slugify(title));
}
