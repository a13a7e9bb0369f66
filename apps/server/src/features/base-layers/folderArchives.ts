import {
  type ArchiveProblem,
  type MapArchive,
  type MapArchiveBody,
  type MapLayer,
  mapArchiveLimits,
  type Problem,
} from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { validationError } from '../../errors/AppError.ts';
import { Semaphore } from '../../runtime/Semaphore.ts';
import {
  ArchiveError,
  type CheckedArchive,
  checkArchive,
  findArchivePath,
  listArchiveFiles,
  toArchiveFolder,
} from '../base-map/index.ts';
import { listArchiveLayers, toArchiveSource } from './archiveLayers.ts';
import { insertBaseLayerRow, SYSTEM } from './baseLayerRows.ts';
import { auditLayer, type BaseLayerChanger, checkManages, getOwnRow } from './changeBaseLayers.ts';
import { toMapLayer } from './listBaseLayers.ts';

/** Unpacking tiles and SQLite keep the main thread busy, so archives are read one after the other. */
const semaphore = new Semaphore({ limit: 1, maxWaiting: 10 });

/** Lists archives in the folder of the server, for those who may add base layers to their company. */
export async function listFolderArchives(
  { config, database }: AppDeps,
  { actor }: Pick<BaseLayerChanger, 'actor'>,
): Promise<MapArchive[]> {
  checkManages(actor);
  const used = await listArchiveLayers(database.db, [SYSTEM, actor.companyId]);
  const archives = await semaphore.run(() => listArchiveFiles(toArchiveFolder(config.dataDir)));
  return archives.map(({ file, path, sizeBytes, content }) => ({
    ...{ file, sizeBytes, isUsed: used.some((one) => one.path === path) },
    ...('problem' in content ? content : { info: toInfo(content) }),
  }));
}

function toInfo({
  info,
  schemaName,
}: Pick<CheckedArchive, 'info' | 'schemaName'>): NonNullable<MapArchive['info']> {
  const { format, name, attribution, bounds, minZoom, maxZoom } = info;
  const [west, south, east, north] = bounds;
  return { format, schema: schemaName, name, attribution, west, south, east, north, minZoom, maxZoom };
}

/** Adds a base layer to the actor's company. The file is checked as `pgis basemap add` checks it. */
export async function addFolderArchive(
  { config, database }: AppDeps,
  changer: BaseLayerChanger,
  { file, name, group = '', attribution = '' }: MapArchiveBody,
): Promise<MapLayer> {
  const { companyId } = changer.actor;
  checkManages(changer.actor);
  const path = await findArchivePath(toArchiveFolder(config.dataDir), file);
  if (path === undefined) throw validationError(fileProblem('MISSING'));
  const checked = await check(path);
  const attributions = attribution === '' ? checked.info.attribution : attribution;
  if (attributions === '') throw validationError({ path: '/attribution', code: 'REQUIRED' });
  const source = toArchiveSource(checked, attributions.slice(0, mapArchiveLimits.attributionLength));
  const values = {
    ...{ name, group, overlay: false, visibility: true },
    ...{ sourceType: 'XYZ' as const, sourceJson: JSON.stringify(source) },
  };
  const row = await inTransaction(database, {}, async (db) => {
    const used = await listArchiveLayers(db, [SYSTEM, companyId]);
    if (used.some((one) => one.path === path)) throw validationError({ path: '/file', code: 'DUPLICATE' });
    const id = await insertBaseLayerRow(db, companyId, { ...values, archivePath: path });
    await auditLayer(db, changer, {
      action: 'LAYER_ADDED',
      layer: { id, name },
      details: { new: { ...values, file } },
    });
    return await getOwnRow(db, changer, id);
  });
  return await toMapLayer(changer, row);
}

async function check(path: string): Promise<CheckedArchive> {
  try {
    return await semaphore.run(() => checkArchive(path));
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw validationError(fileProblem(error.problem));
  }
}

const fileProblem = (problem: ArchiveProblem): Problem => ({ path: '/file', code: `ARCHIVE_${problem}` });
