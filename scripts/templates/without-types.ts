import tsBlankSpace from "ts-blank-space";
import ts from "typescript";

/** Returns the unformatted JavaScript of a TypeScript file. Throws if it cannot strip the syntax, as for an enum. */
export function withoutTypes(file: string, source: string): string {
  return tsBlankSpace(withoutDeclarations(file, source), (node) => {
    throw new Error(`${file}: ${ts.SyntaxKind[node.kind]} is more than a type: ${node.getText()}`);
  });
}

/** Removes type declarations with their comments. The comments would otherwise precede the next statement. */
function withoutDeclarations(file: string, source: string): string {
  const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return statements
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    .reduceRight((text, { pos, end }) => text.slice(0, pos) + text.slice(end), source);
}
