import type { BaseLayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { SYSTEM } from './baseLayerRows.ts';

/** Base layers that are drawn from files beside the server; they belong to the system, and only its operator adds them. */
export interface ArchiveLayer {
  readonly id: BaseLayerId;
  readonly name: string;
  readonly path: string;
}

const defaultNames = { en: 'Streets', ru: 'Улицы', lv: 'Ielas' } as const;

export async function listArchiveLayers(db: Kysely<Schema>): Promise<ArchiveLayer[]> {
  return await db
    .selectFrom('map_layers')
    .select(['id', 'name', 'archive_path as path'])
    .where('company_id', '=', SYSTEM)
    .where('archive_path', 'is not', null)
    .orderBy('id')
    .$narrowType<{ path: string }>()
    .execute();
}

interface NewArchiveLayer {
  /** Absolute. */
  readonly path: string;
  readonly attribution: string;
  readonly name?: string;
}

export async function addArchiveLayer(
  db: Kysely<Schema>,
  { path, attribution, name }: NewArchiveLayer,
): Promise<ArchiveLayer> {
  const row = await db
    .insertInto('map_layers')
    .values({
      company_id: SYSTEM,
      id: newId(SYSTEM, 'map_layer_seq'),
      name: name ?? defaultNames.en,
      names: JSON.stringify(name === undefined ? defaultNames : {}),
      group_names: '{}',
      source_type: 'XYZ',
      source_json: JSON.stringify({ attributions: attribution }),
      archive_path: path,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  return { ...row, path };
}
