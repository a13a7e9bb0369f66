import { randomBytes } from 'node:crypto';
import { type BodyOf, type addImport as call, type Import, limits } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { hasCompanyPermission } from '../../../access/permissions.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError } from '../../../errors/AppError.ts';
import { cleanFileName } from '../../../storage/fileNames.ts';
import { countUnfinished, insertImport, toImport } from '../importRows.ts';

export interface AddRequest {
  readonly actor: UserActor;
  readonly requestId: string;
  readonly body: BodyOf<typeof call>;
}

/** Announces files that will be uploaded; the rights in the layer are checked when it is known. */
export async function addImport(
  { database, storage }: AppDeps,
  { actor, requestId, body }: AddRequest,
): Promise<Import> {
  if (!hasCompanyPermission(actor, 'addObject')) throw new AppError('FORBIDDEN');
  const bytes = body.files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > limits.import.bytes) throw new AppError('PAYLOAD_TOO_LARGE');
  const row = await inTransaction(database, {}, async (db) => {
    // Other requests of the user wait, so that the count holds.
    await db
      .selectFrom('users')
      .select('id')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', actor.userId)
      .forNoKeyUpdate()
      .execute();
    const limit = limits.import.atOnce;
    if ((await countUnfinished(db, actor.userId)) >= limit)
      throw new AppError('TOO_MANY_IMPORTS', { count: limit, values: { limit } });
    const files = body.files.map(({ name, size }) => ({
      name: cleanFileName(name),
      size,
      key: randomBytes(16).toString('hex'),
      isStored: false,
    }));
    return await insertImport(db, { actor, requestId, files });
  });
  return await toImport(row, storage.uploads);
}
