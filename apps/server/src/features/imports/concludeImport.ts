import type { ImportError, ImportId } from '@pgis/contract';
import type { Transaction, UpdateObject } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { addImportNotice } from '../../notices/addNotices.ts';
import type { Clock } from '../../runtime/Clock.ts';
import { changeImport, type ImportRow } from './importRows.ts';

type Db = Transaction<Schema>;
type Conclusion = Omit<UpdateObject<Schema, 'imports'>, 'state'> & {
  readonly state: keyof typeof noticeKinds;
};
interface One {
  readonly id: ImportId;
  readonly state: ImportRow['state'];
}

const noticeKinds = { done: 'importDone', compared: 'importCompared', failed: 'importFailed' } as const;

/** Changes an import to a state that its owner waits for, and tells them in the bell; undefined when it has left its state. */
export async function concludeImport(
  db: Db,
  clock: Clock,
  one: One,
  change: Conclusion,
): Promise<ImportRow | undefined> {
  const row = await changeImport(db, one, change);
  if (row === undefined) return undefined;
  const { company_id: companyId, user_id: userId, id: importId } = row;
  await addImportNotice(db, clock, { companyId, userId, importId, kind: noticeKinds[change.state] });
  return row;
}

export const failImport = (
  db: Db,
  clock: Clock,
  one: One,
  error: ImportError,
): Promise<ImportRow | undefined> =>
  concludeImport(db, clock, one, { state: 'failed', error, rows_done: null, finished_at: new Date() });

/** `failImport` in a transaction of its own. */
export const failImportNow = (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  one: One,
  error: ImportError,
): Promise<ImportRow | undefined> => inTransaction(database, {}, (db) => failImport(db, clock, one, error));
