import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { limits } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { audit } from '../audit/audit.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import {
  addArchiveLayer,
  deleteBaseLayerRow,
  listArchiveLayers,
  toArchiveSource,
} from '../features/base-layers/index.ts';
import {
  ArchiveError,
  type CheckedArchive,
  checkArchive,
  findArchiveFile,
} from '../features/base-map/index.ts';
import { findObjectProblem, isObjectAddress, S3Objects } from '../storage/s3/S3Objects.ts';
import { S3ReadError } from '../storage/s3/S3ReadError.ts';
import { type Command, type CommandContext, UsageError } from './Command.ts';

const usage = `pgis basemap add FILE [options]   adds a base layer that is drawn from an archive of tiles
pgis basemap list                 lists these base layers with their files
pgis basemap remove ID            removes the base layer; the file stays

  --name NAME          name of the base layer; by default "Streets" or "Raster map" in the user's language
  --attribution TEXT   who made the data, shown on the map; by default what the archive says

FILE is PMTiles or MBTiles: vector tiles in the schema of OpenMapTiles, Protomaps or Shortbread, or images (PNG, JPEG or
WebP). The server reads it where it is: it must stay there, and every process of the server must be able to read it. To update a map, move a new file over the old one.
FILE may be PMTiles in an S3-compatible store: s3://BUCKET/KEY in the store of STORAGE_URL, or in another one with
?endpoint=https://HOST&region=REGION and the credentials of the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY).
All companies and visitors see the layer. docs/operations.md says how to make an archive of a country.`;

const options = { name: { type: 'string' }, attribution: { type: 'string' } } as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Values = ReturnType<typeof parse>['values'];

/** An absolute path, or the address of an object as it was given. */
function toPath(text: string): string {
  if (!isObjectAddress(text)) return resolve(text);
  const problem = findObjectProblem(text);
  if (problem !== undefined) throw new UsageError(`${text} cannot be used: ${problem}.`);
  return text;
}

async function check(path: string, objects: S3Objects): Promise<CheckedArchive> {
  try {
    return await checkArchive(path, isObjectAddress(path) ? await objects.get(path) : undefined);
  } catch (error) {
    if (!(error instanceof ArchiveError || error instanceof S3ReadError)) throw error;
    throw new Error(`${path} cannot be used as a base map: ${error.message}.`, { cause: error });
  }
}

function toName(text: string | undefined): string | undefined {
  const name = text?.trim();
  if (name !== undefined && (name.length < 1 || name.length > limits.mapLayer.nameLength))
    throw new UsageError(`The name must have 1 to ${limits.mapLayer.nameLength} characters.`);
  return name;
}

const MAX_ATTRIBUTION_LENGTH = 500;

function toAttribution(text: string | undefined, { info }: CheckedArchive): string {
  const attribution = (text ?? info.attribution).trim().slice(0, MAX_ATTRIBUTION_LENGTH);
  if (attribution === '')
    throw new UsageError(
      'The archive does not say who made its data. Name them with --attribution, such as "© OpenStreetMap contributors".',
    );
  return attribution;
}

const toDegrees = ([west, south, east, north]: CheckedArchive['info']['bounds']): string =>
  `${west.toFixed(2)} to ${east.toFixed(2)} E, ${south.toFixed(2)} to ${north.toFixed(2)} N`;

const auditLayer = (
  db: Kysely<Schema>,
  action: 'LAYER_ADDED' | 'LAYER_DELETED',
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> =>
  audit(db, {
    actor: { kind: 'command', name: 'basemap' },
    ...{ action, entity: 'mapLayer', entityId: id, entityName: name },
  });

async function add(
  file: string,
  values: Values,
  { config, openDatabase, print }: CommandContext,
): Promise<void> {
  const path = toPath(file);
  const name = toName(values.name);
  const checked = await check(path, new S3Objects(config.storageUrl));
  const attribution = toAttribution(values.attribution, checked);
  const { info, schemaName, hasSea, imagePx } = checked;
  const source = toArchiveSource(checked, attribution);
  const layer = await inTransaction(await openDatabase(), {}, async (db) => {
    const existing = (await listArchiveLayers(db)).find((one) => one.path === path);
    if (existing) throw new Error(`${path} is already base layer ${existing.id}, "${existing.name}".`);
    const added = await addArchiveLayer(db, { path, source, ...(name !== undefined && { name }) });
    await auditLayer(db, 'LAYER_ADDED', added);
    return added;
  });
  const content =
    imagePx === undefined ? `in the schema ${schemaName}` : `with ${schemaName} images of ${imagePx} px`;
  print(`Added base layer ${layer.id} "${layer.name}": ${info.format} ${content}.`);
  print(`It covers ${toDegrees(info.bounds)} at zooms ${info.minZoom} to ${info.maxZoom}.`);
  print(`The map shows: ${attribution}`);
  if (!hasSea)
    print(
      'The archive has no sea. Where there is a coast, make it again with the coastline (docs/operations.md).',
    );
  print('Select it in the map panel under Base layers. The server notices it within five seconds.');
}

async function list({ config, openDatabase, print }: CommandContext): Promise<void> {
  const layers = await listArchiveLayers((await openDatabase()).db);
  if (layers.length === 0) print('There are no base layers from archives.');
  const objects = new S3Objects(config.storageUrl);
  for (const { id, name, path } of layers) {
    const isThere = (await findArchiveFile(path, objects)) !== undefined;
    const problem = isObjectAddress(path) ? 'the object cannot be reached' : 'the file is missing';
    print([id, name, path, ...(isThere ? [] : [problem])].join('\t'));
  }
}

async function remove(text: string, { openDatabase, print }: CommandContext): Promise<void> {
  const id = Number(text);
  const layer = await inTransaction(await openDatabase(), {}, async (db) => {
    const found = (await listArchiveLayers(db)).find((one) => one.id === id);
    if (!found) throw new Error(`There is no base layer ${text} from an archive. See: pgis basemap list`);
    await deleteBaseLayerRow(db, found.id);
    await auditLayer(db, 'LAYER_DELETED', found);
    return found;
  });
  print(`Removed base layer ${layer.id} "${layer.name}". The file ${layer.path} is still there.`);
}

export const basemapCommand: Command = {
  name: 'basemap',
  summary: 'Add, list and remove base maps of tile archives',
  usage,
  async run(args, context) {
    const { values, positionals } = parse(args);
    const [action, argument, ...others] = positionals;
    const isPlain = Object.keys(values).length === 0;
    if (action === 'add' && argument !== undefined && others.length === 0)
      await add(argument, values, context);
    else if (action === 'list' && argument === undefined && isPlain) await list(context);
    else if (action === 'remove' && argument !== undefined && others.length === 0 && isPlain)
      await remove(argument, context);
    else throw new UsageError('Expected: add FILE, list, or remove ID.');
    return 0;
  },
};
