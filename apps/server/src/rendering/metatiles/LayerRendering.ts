import type { Kysely } from 'kysely';
import type { Secrets } from '../../access/Secrets.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { Schema } from '../../db/schema.ts';
import { heatScaleFor } from '../../layers/density/measureHeat.ts';
import { labelText } from '../../layers/labelText.ts';
import { layerPermissions } from '../../layers/layerPermissions.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { measuresKey } from '../../layers/ownFields.ts';
import { hasBlurredPositions, toBlurCells } from '../../layers/visibleGeometry.ts';
import { listLayersHolding } from '../../query/listLayersHolding.ts';
import { readRenderingVersion } from '../job/renderingVersion.ts';
import { type MapChanges, readMapChanges } from './changes/MapChanges.ts';

/** Everything that decides how a layer looks for a caller, except the objects themselves: the key of its cached images. */
export interface LayerRendering {
  readonly scope: LayerAccess;
  readonly changes: MapChanges;
  /** Equal for all callers who see the same objects in the same style. */
  readonly key: string;
  /** True when anonymous callers see the same. */
  readonly isPublic: boolean;
  readonly hasLabels: boolean;
}

const KEY_LENGTH = 16;
const renderingVersion = readRenderingVersion();
export const anybody = { kind: 'anonymous', visitorId: undefined, address: '' } as const;

export async function readLayerRendering(
  { database: { db }, secrets }: { readonly database: Database; readonly secrets: Secrets },
  scope: LayerAccess,
): Promise<LayerRendering> {
  const { layer, rights } = scope;
  // Changes come first: everything read after them is at least as new.
  const changes = await readMapChanges(db, layer, hasBlurredPositions(scope) ? toBlurCells : undefined);
  const toKey = async (objects: unknown, reader: LayerAccess['rights']) => {
    const { id, ownerId, geomStyle, density, spacing, ruleset, zIndex, zoomFrom, zoomTo } = layer;
    const drawing = {
      geomStyle,
      density,
      ...(density.kind === 'thinned' && { spacing }),
      ...(density.kind === 'heat' && { heatScale: heatScaleFor(layer, reader) }),
    };
    const style = {
      ...{ renderingVersion, id, ownerId, ...drawing, ruleset, zIndex, zoomFrom, zoomTo },
      ...measuresKey(layer),
    };
    const hash = await secrets.sign('map-pictures', JSON.stringify({ style, visible: objects }));
    return hash.toString('hex').slice(0, KEY_LENGTH);
  };
  const unreviewed = (await hasUnreviewed(db, scope)) ? rights.unreviewed : 'none';
  const open = layerPermissions(anybody, layer);
  const key = await toKey(visible(scope, unreviewed), rights);
  return {
    scope,
    changes,
    key,
    isPublic: open.seesLayer && key === (await toKey(visible({ ...scope, rights: open }, 'none'), open)),
    hasLabels: labelText(layer.geomStyle) !== undefined,
  };
}

/** Parts of the key that name the objects, and where the caller sees them. */
const visible = (scope: LayerAccess, unreviewed: unknown): unknown => [
  scope.rights.objects,
  unreviewed,
  ...(hasBlurredPositions(scope) ? ['blurred'] : []),
];

/** Tells if the caller sees objects that others do not, because they wait for review or were hidden. */
const hasUnreviewed = async (db: Kysely<Schema>, scope: LayerAccess): Promise<boolean> =>
  (await listLayersHolding(db, { layers: [scope], review: 'withheld' })).size > 0;

/** Grows with every change of the layer or its objects, and differs between callers who see other objects (D-CLS-07). */
export const versionOf = ({ scope, changes, key }: LayerRendering): string =>
  `${changes.steps + scope.layer.version}-${key}`;
