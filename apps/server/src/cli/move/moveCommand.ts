import { parseArgs } from 'node:util';
import { compareBlobs } from '../../backup/move/compareBlobs.ts';
import { moveRows } from '../../backup/move/moveRows.ts';
import { lockWrites, unlockWrites } from '../../backup/move/writeLock.ts';
import { openStorage } from '../../storage/openStorage.ts';
import { type Command, type CommandContext, UsageError } from '../Command.ts';
import { withTarget } from './withTarget.ts';

const usage = `Usage: npm run pgis -- move --to postgresql://user:password@host/database
       npm run pgis -- move --to embedded
       npm run pgis -- move --unlock

Moves the configured database (the embedded one, or that of DATABASE_URL) into an empty PostgreSQL database, or from
PostgreSQL into a new embedded one in DATA_DIR. The server keeps running meanwhile and answers reads; what would change
something gets 503 READ_ONLY, also signing in. All rows are copied and then compared, and each file that a row refers to is
looked up in the store, which stays where it is. Broken off, the same command goes on where it was.

Afterwards set or remove DATABASE_URL and restart the server. The old database stays as it is and can only be read, so that
nobody writes into it by mistake; --unlock lets it be written again, as when a move is given up.`;

const options = { to: { type: 'string' }, unlock: { type: 'boolean' } } as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function move(to: string, { config, openDatabase, print }: CommandContext): Promise<number> {
  const isPostgres = /^postgres(ql)?:\/\//.test(to);
  if (!isPostgres && to !== 'embedded')
    throw new UsageError('--to takes an address that starts with postgresql://, or the word embedded');
  if (!isPostgres && config.databaseUrl === undefined)
    throw new UsageError('The configured database is the embedded one; set DATABASE_URL to move it back');
  if (to === config.databaseUrl) throw new UsageError('--to is the configured database itself');
  const source = await openDatabase();
  const lockId = await lockWrites(source);
  print('The database can only be read from now on');
  try {
    return await withTarget({ to: isPostgres ? to : undefined, dataDir: config.dataDir }, async (target) => {
      const { tables, rows } = await moveRows({ source, target, lockId, onProgress: print });
      const { files, problems } = await compareBlobs(target.db, openStorage(config).blobs);
      print(
        `Moved ${rows} rows of ${tables} tables; ${files} files are in the store, ${problems.length} are not`,
      );
      for (const problem of problems) print(`  ${problem}`);
      print(
        isPostgres
          ? 'Set DATABASE_URL to the new address and restart the server.'
          : 'Remove DATABASE_URL and restart the server.',
      );
      return problems.length === 0 ? 0 : 1;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${reason}\nThe database can still only be read: repeat the command to go on, or give up with --unlock.`,
      { cause: error },
    );
  }
}

export const moveCommand: Command = {
  name: 'move',
  summary: 'Move to PostgreSQL, or back to the embedded database',
  usage,
  async run(args, context) {
    const { to, unlock = false } = parse(args);
    if ((to === undefined) !== unlock) throw new UsageError('move needs --to ADDRESS or --unlock');
    if (to !== undefined) return await move(to, context);
    await unlockWrites(await context.openDatabase());
    context.print('The database can be written again.');
    return 0;
  },
};
