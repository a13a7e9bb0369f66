import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { Schema } from '../../../db/schema.ts';
import { readDrawingVersion } from '../../../map-images/drawingVersion.ts';
import { isBy, type LayerScope, layerRights } from '../../classifiers/index.ts';
import { labelText } from '../../objects/index.ts';
import { type MapChanges, readMapChanges } from './MapChanges.ts';

/** All that decides how a layer looks to one who asks, but for the objects themselves: what its pictures are kept by. */
export interface LayerPicture {
  readonly scope: LayerScope;
  readonly changes: MapChanges;
  /** The same for all who see the same. */
  readonly key: string;
  /** Everybody sees it like this. */
  readonly isPublic: boolean;
  readonly hasLabels: boolean;
}

const KEY_LENGTH = 16;
const drawingVersion = readDrawingVersion();
export const anybody = { kind: 'anonymous', visitorId: undefined, address: '' } as const;

export async function readLayerPicture(
  { database: { db }, secrets }: Pick<AppDeps, 'database' | 'secrets'>,
  scope: LayerScope,
): Promise<LayerPicture> {
  const { layer, rights } = scope;
  // First: what is read later is at least as new.
  const changes = await readMapChanges(db, layer);
  const toKey = async (seen: unknown) => {
    const { id, ownerId, geomStyle, ruleset, zIndex, zoomFrom, zoomTo } = layer;
    const look = { drawingVersion, id, ownerId, geomStyle, ruleset, zIndex, zoomFrom, zoomTo };
    const hash = await secrets.sign('map-pictures', JSON.stringify({ look, seen }));
    return hash.toString('hex').slice(0, KEY_LENGTH);
  };
  const own = (await hasKeptBack(db, scope)) ? rights.unreviewed : 'none';
  const open = layerRights(anybody, layer);
  const key = await toKey([rights.objects, own]);
  return {
    scope,
    changes,
    key,
    isPublic: open.seesLayer && key === (await toKey([open.objects, 'none'])),
    hasLabels: labelText(layer.geomStyle) !== undefined,
  };
}

/** Objects that who asks sees and others do not, because they wait for review or were hidden. */
async function hasKeptBack(db: Kysely<Schema>, { layer, rights }: LayerScope): Promise<boolean> {
  const isSeen = rights.unreviewed === 'all' ? sql`true` : isBy(rights.unreviewed);
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM geoms AS g
      WHERE g.company_id = ${layer.companyId}::integer AND g.class_id = ${layer.ownerId}::bigint
        AND g.review IS NOT NULL AND g.deleted_at IS NULL AND ${isSeen}) AS found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Rises with every change of the layer or its objects, and differs for those who see other objects (D-CLS-07). */
export const versionOf = ({ scope, changes, key }: LayerPicture): string =>
  `${changes.steps + scope.layer.version}-${key}`;
