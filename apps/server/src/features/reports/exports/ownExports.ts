import type { Readable } from 'node:stream';
import type { ExportId, ReportExport } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { AppError } from '../../../errors/AppError.ts';
import { getReportLayer } from '../reportQuery.ts';
import { deleteExports } from './deleteExports.ts';
import { type ExportRow, listExports, toReportExport } from './exportRows.ts';
import { mimeTypes } from './prepareExport.ts';

export const listOwnExports = async (
  { database: { db } }: AppDeps,
  { userId }: UserActor,
): Promise<ReportExport[]> => (await listExports(db, userId)).map(toReportExport);

async function getOwnRow(
  { database: { db } }: AppDeps,
  { userId }: UserActor,
  id: ExportId,
): Promise<ExportRow> {
  const [row] = await listExports(db, userId, id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

export const getOwnExport = async (deps: AppDeps, actor: UserActor, id: ExportId): Promise<ReportExport> =>
  toReportExport(await getOwnRow(deps, actor, id));

export interface ExportFile {
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly bytes: Readable;
}

/** Checks the permissions as they are now: a user who may no longer read the report is refused as there. */
export async function openExport(deps: AppDeps, actor: UserActor, id: ExportId): Promise<ExportFile> {
  const row = await getOwnRow(deps, actor, id);
  const { blob_key: key, file_name: name, format, size } = row;
  await getReportLayer(deps.database.db, actor, row.class_id);
  const bytes = key === null ? undefined : await deps.storage.blobs.find(key);
  if (bytes === undefined) throw new AppError('NOT_FOUND');
  return { name, mime: mimeTypes[format], size: size ?? 0, bytes };
}

export async function deleteOwnExport(deps: AppDeps, { userId }: UserActor, id: ExportId): Promise<void> {
  if ((await deleteExports(deps, { userId, id })) === 0) throw new AppError('NOT_FOUND');
}
