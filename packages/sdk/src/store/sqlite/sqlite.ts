import { requireInstalled } from "../installed-package.js";

/** What we use of a database. `node:sqlite` and `libsql` both have it, and share the format of the file. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  get(...values: readonly (string | number)[]): unknown;
  run(...values: readonly (string | number)[]): unknown;
}

/** The class of a database. Its constructor opens the file. */
export type Sqlite = new (file: string) => SqliteDatabase;

/**
 * Returns SQLite: that of Node from 22.13 on, or else that of the package `libsql`. CPU time above a bare process, with
 * opening the file and an increment (measured): 1.5 ms with Node's own, 25 ms with `libsql`, 42 ms with `lmdb`.
 */
export function loadSqlite(): Sqlite {
  const own = withoutWarnings(() => process.getBuiltinModule("node:sqlite"));
  if (own !== undefined) return (own as { DatabaseSync: Sqlite }).DatabaseSync;
  return requireInstalled("libsql", ", or use Node 22.13 or later") as Sqlite;
}

/** Node warns on stderr that its SQLite is experimental. An agent would show this at every call. */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
