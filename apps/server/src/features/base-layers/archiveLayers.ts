import type { BaseLayerId, CompanyId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { CheckedArchive } from '../base-map/index.ts';
import { SYSTEM } from './baseLayerRows.ts';

/** Base layers that are drawn from archives: those of the system, which its operator adds, or those of a company. */
export interface ArchiveLayer {
  readonly id: BaseLayerId;
  readonly name: string;
  readonly path: string;
}

/** Source in the row of a layer with an archive; `withArchive` derives the rest from the file. */
export interface ArchiveSource {
  readonly attributions: string;
  /** Set for archives of images. */
  readonly images?: { readonly maxZoom: number; readonly tileSize: number };
}

export const toArchiveSource = ({ info, imagePx }: CheckedArchive, attributions: string): ArchiveSource => ({
  attributions,
  ...(imagePx !== undefined && { images: { maxZoom: info.maxZoom, tileSize: imagePx } }),
});

const imageNames = { en: 'Raster map', ru: 'Растровая карта', lv: 'Rastra karte' } as const;
const defaultNames = { en: 'Streets', ru: 'Улицы', lv: 'Ielas' } as const;

export async function listArchiveLayers(
  db: Kysely<Schema>,
  companyIds: readonly CompanyId[] = [SYSTEM],
): Promise<ArchiveLayer[]> {
  return await db
    .selectFrom('map_layers')
    .select(['id', 'name', 'archive_path as path'])
    .where('company_id', 'in', companyIds)
    .where('archive_path', 'is not', null)
    .orderBy('id')
    .$narrowType<{ path: string }>()
    .execute();
}

interface NewArchiveLayer {
  /** Absolute. */
  readonly path: string;
  readonly source: ArchiveSource;
  readonly name?: string;
}

export async function addArchiveLayer(
  db: Kysely<Schema>,
  { path, source, name }: NewArchiveLayer,
): Promise<ArchiveLayer> {
  const names = source.images ? imageNames : defaultNames;
  const row = await db
    .insertInto('map_layers')
    .values({
      company_id: SYSTEM,
      id: newId(SYSTEM, 'map_layer_seq'),
      name: name ?? names.en,
      names: JSON.stringify(name === undefined ? names : {}),
      group_names: '{}',
      source_type: 'XYZ',
      source_json: JSON.stringify(source),
      archive_path: path,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  return { ...row, path };
}
