import type { Config } from '../config.ts';
import type { Database } from '../db/openDatabase.ts';

/** Environment of a command; tests pass their own. */
export interface CommandContext {
  readonly config: Config;
  /**
   * Joins the running server's database, or opens it; closed when the command is done. It has the newest schema, unless
   * `migrates` is false.
   */
  openDatabase(options?: { readonly migrates: boolean }): Promise<Database>;
  /** The answer, to stdout. */
  print(line: string): void;
}

/** One `pgis` command. To add one: a file that exports it, and a line in commands.ts. */
export interface Command {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** The whole text of `pgis help NAME`. */
  readonly usage: string;
  /** Gives the exit code. Throws UsageError for arguments that do not fit. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The arguments do not fit; the message says which. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
