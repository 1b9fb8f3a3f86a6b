import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../../hook/store-error.js";
import type { Awaitable } from "../../runtime/awaitable.js";
import { makeFolder } from "../../runtime/state-folder.js";
import type { OperationLimit } from "../engine.js";
import { LocalEngine, type Transaction } from "../local-engine.js";
import type { Sqlite, SqliteDatabase, SqliteStatement } from "./sqlite.js";
import { isBusy, storeErrorOf } from "./sqlite-failure.js";

/** How long SQLite may block the thread for a lock. After that, the operation waits without blocking. */
const BLOCKED_MS = 50;
const WAIT_MS = 10;
/** Expired entries are removed this often, at most so many at once. */
const CLEANUP_EVERY_MS = 10 * 60 * 1000;
const MOST_REMOVED = 1000;
/** Its `expires_at` is the time of the next cleanup. */
const CLEANUP_KEY = "cleanup";

const FORMAT = 1;

/**
 * With `synchronous = normal`, the log of changes is consistent after a power failure, although no call waits for the
 * disk. A process that ends does not close the database: the last one to close copies the log into the file and waits
 * for the disk, for 5 ms or more (measured). Instead, this happens whenever the log has 100 pages, so that the next
 * process also opens it quickly.
 */
const SETTINGS = `
  pragma busy_timeout = ${BLOCKED_MS};
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma wal_autocheckpoint = 100`;

const CREATE = `
  create table if not exists entries (key text primary key, text text not null, expires_at real not null) without rowid;
  pragma user_version = ${FORMAT}`;

interface Connection {
  readonly database: SqliteDatabase;
  readonly inode: number;
  readonly read: SqliteStatement;
  readonly write: SqliteStatement;
  readonly remove: SqliteStatement;
  readonly cleanUp: SqliteStatement;
}

/** A store in a SQLite file, which many processes share. `now`: the time that all processes share. */
export class SqliteEngine extends LocalEngine {
  #connection: Connection | undefined;

  constructor(
    private readonly file: string,
    private readonly sqlite: Sqlite,
    private readonly now: () => number = Date.now,
  ) {
    super();
  }

  protected transact<T>(change: (transaction: Transaction) => T, limit: OperationLimit, writes: boolean): Awaitable<T> {
    const endsAt = performance.now() + limit.ms;
    const attempt = (): Awaitable<T> => {
      try {
        return this.#transactOnce(change, writes);
      } catch (cause) {
        if (!isBusy(cause) || performance.now() >= endsAt) throw storeErrorOf(cause, this.file);
        return new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS * Math.random())).then(attempt);
      }
    };
    return attempt();
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.database.close();
  }

  #transactOnce<T>(change: (transaction: Transaction) => T, writes: boolean): T {
    const connection = this.#open();
    const { database } = connection;
    const now = this.now();
    const transaction: Transaction = {
      now,
      read(key) {
        const entry = connection.read.get(key) as { text: string; expires_at: number } | undefined;
        return entry !== undefined && entry.expires_at > now ? entry.text : undefined;
      },
      write: (key, { text, expiresAt }) => void connection.write.run(key, text, expiresAt),
      remove: (key) => void connection.remove.run(key),
    };
    // One statement that only reads needs no transaction of its own.
    if (!writes) return change(transaction);
    database.exec("begin immediate");
    try {
      const result = change(transaction);
      removeExpired(connection, now);
      database.exec("commit");
      return result;
    } catch (error) {
      this.#abandon(error);
      throw error;
    }
  }

  /** After a failure of SQLite itself, the next operation opens the file again. */
  #abandon(error: unknown): void {
    try {
      this.#connection?.database.exec("rollback");
      if (StoreError.is(error) || isBusy(error)) return;
      this.close();
    } catch {
      this.#connection = undefined;
    }
  }

  #open(): Connection {
    const { file } = this;
    // A user who deletes a damaged file must not leave running processes with it.
    if (this.#connection !== undefined && inodeOf(file) !== this.#connection.inode) this.close();
    if (this.#connection !== undefined) return this.#connection;
    if (!existsSync(file)) {
      makeFolder(dirname(file));
      closeSync(openSync(file, "a", 0o600));
    }
    const database = new this.sqlite(file);
    try {
      database.exec(SETTINGS);
      prepareTable(database);
      this.#connection = {
        database,
        inode: inodeOf(file),
        read: database.prepare("select text, expires_at from entries where key = ?"),
        write: database.prepare("insert or replace into entries (key, text, expires_at) values (?, ?, ?)"),
        remove: database.prepare("delete from entries where key = ?"),
        cleanUp: database.prepare(
          `delete from entries where key in (select key from entries where expires_at <= ? limit ${MOST_REMOVED})`,
        ),
      };
      return this.#connection;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

function prepareTable(database: SqliteDatabase): void {
  const { user_version: format } = database.prepare("pragma user_version").get() as { user_version: number };
  if (format > FORMAT) {
    throw new StoreError("unavailable", "a newer version of agent-hook has written the store: update agent-hook");
  }
  if (format === FORMAT) return;
  database.exec("begin immediate");
  database.exec(CREATE);
  database.exec("commit");
}

/** Removes what had expired at the last cleanup: the clock of this call may be far ahead, and then nothing has expired. */
function removeExpired({ read, write, cleanUp }: Connection, now: number): void {
  const due = read.get(CLEANUP_KEY) as { expires_at: number } | undefined;
  const last = due === undefined ? Number.POSITIVE_INFINITY : due.expires_at - CLEANUP_EVERY_MS;
  if (last <= now && now < last + CLEANUP_EVERY_MS) return;
  if (last <= now) cleanUp.run(last);
  write.run(CLEANUP_KEY, "", now + CLEANUP_EVERY_MS);
}

function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? -1;
}
