import tsBlankSpace from "ts-blank-space";
import ts from "typescript";

/** The JavaScript of a TypeScript file, unformatted. Throws for what cannot be stripped, such as an enum. */
export function withoutTypes(file: string, source: string): string {
  return tsBlankSpace(withoutDeclarations(file, source), (node) => {
    throw new Error(`${file}: ${ts.SyntaxKind[node.kind]} is more than a type: ${node.getText()}`);
  });
}

/** Types that are declared go with their comments, which would else stand before what comes next. */
function withoutDeclarations(file: string, source: string): string {
  const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return statements
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    .reduceRight((text, { pos, end }) => text.slice(0, pos) + text.slice(end), source);
}
