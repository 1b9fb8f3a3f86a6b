import ts from "typescript";

/** The exports of a module: values, including classes, and types. */
export interface PublicNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Returns the modules that a file imports as namespaces, by local name. */
export function namespacesOf(program: ts.Program, fileName: string): Map<string, ts.Symbol> {
  const checker = program.getTypeChecker();
  const modules = new Map<string, ts.Symbol>();
  for (const statement of program.getSourceFile(fileName)?.statements ?? []) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    const symbol = checker.getSymbolAtLocation(statement.moduleSpecifier);
    if (bindings && ts.isNamespaceImport(bindings) && symbol) modules.set(bindings.name.text, symbol);
  }
  return modules;
}

export function publicNames(program: ts.Program, module: ts.Symbol): PublicNames {
  const checker = program.getTypeChecker();
  const names = checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, ...resolve(checker, symbol) }));
  const sorted = (list: typeof names) => list.map(({ name }) => name).sort();
  return { values: sorted(names.filter((one) => one.isValue)), types: sorted(names.filter((one) => !one.isValue)) };
}

/** Returns the names as text, so that each line of a diff has only a few of them: a line per first letter. */
export function listOf({ values, types }: PublicNames): string {
  const textOf = (names: readonly string[]) =>
    [...new Set(names.map(([first]) => first))].map((first) => names.filter((name) => name[0] === first).join(" "));
  return ["values:", ...textOf(values), "", "types:", ...textOf(types)].join("\n");
}

/**
 * Finds `any` in the exported types of a module, including unresolved imports. Visits everything that a user can reach:
 * properties, parameters, returns, type arguments and type parameters. In types of other packages, only the type
 * arguments are ours.
 */
export function anysIn(program: ts.Program, module: ts.Symbol): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const seen = new Set<ts.Type>();

  for (const symbol of checker.getExportsOfModule(module)) {
    const { target, isValue } = resolve(checker, symbol);
    if (isValue) walk(checker.getTypeOfSymbol(target), symbol.name);
    if (target.flags & ts.SymbolFlags.Type) walk(checker.getDeclaredTypeOfSymbol(target), symbol.name);
  }
  return found;

  function walk(type: ts.Type | undefined, path: string): void {
    if (type === undefined || seen.has(type)) return;
    if (type.flags & ts.TypeFlags.Any) found.push(path);
    else seen.add(type);
    for (const [index, argument] of (type.aliasTypeArguments ?? []).entries()) walk(argument, `${path}<${index}>`);
    if (type.isUnionOrIntersection()) for (const part of type.types) walk(part, path);
    if (type.flags & ts.TypeFlags.TypeParameter) {
      walk(checker.getBaseConstraintOfType(type), `${path} extends`);
      walk(checker.getDefaultFromTypeParameter(type), `${path} =`);
    }
    if (type.flags & ts.TypeFlags.Conditional) walkConditional(type as ts.ConditionalType, path);
    if (type.flags & ts.TypeFlags.IndexedAccess) {
      walk((type as ts.IndexedAccessType).objectType, path);
      walk((type as ts.IndexedAccessType).indexType, path);
    }
    if (type.flags & ts.TypeFlags.Object) walkObject(type as ts.ObjectType, path);
  }

  function walkConditional(type: ts.ConditionalType, path: string): void {
    walk(type.checkType, path);
    walk(type.extendsType, path);
    walk(checker.getTypeFromTypeNode(type.root.node.trueType), path);
    walk(checker.getTypeFromTypeNode(type.root.node.falseType), path);
  }

  function walkObject(type: ts.ObjectType, path: string): void {
    if (type.objectFlags & ts.ObjectFlags.Reference) {
      const args = checker.getTypeArguments(type as ts.TypeReference);
      for (const [index, argument] of args.entries()) walk(argument, `${path}<${index}>`);
    }
    const named = type.objectFlags & (ts.ObjectFlags.ClassOrInterface | ts.ObjectFlags.Reference);
    if (named && !isOurs(type.symbol)) return;
    if (type.isClassOrInterface()) for (const base of checker.getBaseTypes(type)) walk(base, path);
    for (const property of checker.getPropertiesOfType(type)) {
      if (isReachable(property)) walk(checker.getTypeOfSymbol(property), `${path}.${property.name}`);
    }
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.parameters) {
        walk(checker.getTypeOfSymbol(parameter), `${path}(${parameter.name})`);
      }
      for (const parameter of signature.typeParameters ?? []) walk(parameter, `${path}<${parameter.symbol.name}>`);
      walk(signature.getReturnType(), `${path}()`);
    }
    for (const { keyType, type: value } of checker.getIndexInfosOfType(type)) {
      walk(value, `${path}[${checker.typeToString(keyType)}]`);
    }
  }
}

function resolve(checker: ts.TypeChecker, symbol: ts.Symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return { target, isValue: (target.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly(symbol) };
}

/** `export type { ... }` of a class exports only its type. */
function isTypeOnly({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => ts.isExportSpecifier(one) && (one.isTypeOnly || one.parent.parent.isTypeOnly));
}

/** Excludes private and foreign properties, and the `prototype` of a class, whose type arguments are `any`. */
function isReachable(property: ts.Symbol): boolean {
  if (property.flags & ts.SymbolFlags.Prototype) return false;
  const declarations = property.declarations ?? [];
  return declarations.length === 0 || (isOurs(property) && !declarations.some(isPrivate));
}

function isPrivate(declaration: ts.Declaration): boolean {
  const name = ts.getNameOfDeclaration(declaration);
  if (name && ts.isPrivateIdentifier(name)) return true;
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) !== 0;
}

function isOurs(symbol: ts.Symbol | undefined): boolean {
  return (symbol?.declarations ?? []).some((one) => one.getSourceFile().fileName.includes("/@agent-hook/"));
}
