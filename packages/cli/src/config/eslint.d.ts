/** The types of `toml-eslint-parser` name this type of ESLint, which it does not install. */
declare module "eslint" {
  export namespace SourceCode {
    type VisitorKeys = Readonly<Record<string, readonly string[]>>;
  }
}
