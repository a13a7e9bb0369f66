import type { ImportSettings } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import { findActiveSession, toUserActor } from '../../../access/findActiveSession.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { SourceError } from '../../../importing/SourceError.ts';
import type { Author } from '../../../layers/tree/auditTreeNode.ts';
import { deleteImportRow, findImport, type ImportRow, readSample } from '../importRows.ts';
import type { Deps } from './writeRows.ts';

export type ImportAuthor = Author & { readonly actor: UserActor };

/** Reads the permissions as they are now: whoever was locked out or has lost them since the last batch writes no other. */
export async function readAuthor(
  db: Kysely<Schema>,
  { deps: { clock }, row }: { readonly deps: Pick<Deps, 'clock'>; readonly row: ImportRow },
): Promise<ImportAuthor> {
  const session = await findActiveSession(db, clock, {
    userId: row.user_id,
    sessionId: row.session_id,
  });
  if (session === undefined) throw new AppError('SESSION_ENDED');
  return { actor: toUserActor(session, ''), language: row.language, requestId: row.request_id };
}

/** Returns the code of the coordinate system, or the definition that the file has. */
export async function findCrs(
  db: Kysely<Schema>,
  row: ImportRow,
  { crs }: Pick<ImportSettings, 'crs'>,
): Promise<string | undefined> {
  return crs === 'file' ? ((await readSample(db, row))?.fileCrs ?? undefined) : crs;
}

export function toImportError(error: unknown) {
  if (error instanceof SourceError) return error.code;
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'SESSION_ENDED' || error.code === 'FORBIDDEN') return error.code;
  // The layer or its group are gone since the user pressed the button.
  return 'LAYER_GONE' as const;
}

export async function finishCancelled({ database }: Deps, { id }: ImportRow): Promise<void> {
  await inTransaction(database, { statementMs: 60_000 }, async (db) => {
    const row = await findImport(db, id);
    if (row?.state === 'cancelled') await deleteImportRow(db, row);
  });
}
