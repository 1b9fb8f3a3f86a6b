import type { ConfigFormat } from "./config-format.js";
import type { HookFile, Machine, ReadFile } from "./hook-files.js";
import type { CommandEntry, EntryFinding, InstallFinding, PlacedEntry } from "./install-findings.js";
import type { MatcherSyntax } from "./simulation.js";

/** What an installed host reports about the hooks in its files. */
export interface HookTrust {
  /** Whether its settings switch off all hooks. */
  readonly isOff: boolean;
  readonly findings: readonly InstallFinding[];
  /** Reports whether the host starts an entry. */
  foundAt(entry: PlacedEntry): readonly EntryFinding[];
}

/** How to ask an installed host. */
export interface TrustQuestion {
  /** The path of the installed program. */
  readonly program: string;
  readonly machine: Machine;
  /** The user's file, an absolute path. */
  readonly userFile: string;
  /** Reads a file that may be a pipe or a device. Throws if it is. */
  read(path: string): Buffer;
  readonly signal: AbortSignal;
}

/** How a hook is installed in a host, and what prevents the host from starting it. */
export interface Install extends ConfigFormat {
  /** The command that a user types. */
  readonly program: string;
  /** The ends of the paths of the folders that have its files. Any file there is one of its files. */
  readonly folders: readonly string[];
  /** The limit of an entry without one, in seconds. */
  readonly defaultTimeout: number;
  /** The key of the limit, and its units per second. */
  readonly limit: { readonly key: "timeout" | "timeoutSec"; readonly perSecond: 1 | 1000 };
  /** The type of an entry without one, if the host accepts that (observed). */
  readonly defaultType?: "command";
  /** The syntax of matchers, if it is not JavaScript's. */
  readonly matchers?: MatcherSyntax;
  files(machine: Machine): readonly HookFile[];
  /** Returns why hooks in these files are not started, as far as the files show. */
  skipped(files: readonly ReadFile[], machine: Machine, hooks: readonly string[]): readonly InstallFinding[];
  /** Returns findings that only apply to entries of this host. */
  found?(entry: CommandEntry): readonly EntryFinding[];
  /** For a host that knows more than its files show: which hooks it trusts. */
  readonly trust?: {
    /** How the user asks it. */
    readonly fix: string;
    /** Asks the installed program, or returns why that is not possible. */
    ask(question: TrustQuestion): Promise<HookTrust | { readonly failure: string }>;
  };
}
