import type { MapLayer } from '@pgis/contract';

type Choosable = Pick<MapLayer, 'id' | 'overlay' | 'visibility'>;

/** BASE-07: the base layer when none is remembered. */
const DEFAULT_BASE_LAYER_ID = 1;

/** The choice to have no base map. It stands where the id of a base layer would, so that one is always chosen (BASE-05). */
export const NO_BASE_MAP_ID = 0;

/** The visible layers at start: one base layer, and the overlays that are remembered, lowest first. */
export function chooseAtStart(
  layers: readonly Choosable[],
  storedIds: readonly number[] | null,
): readonly number[] {
  if (layers.length === 0) return [];
  const isStored = ({ id }: Pick<Choosable, 'id'>) => storedIds?.includes(id) ?? false;
  const bases = [...layers.filter(({ overlay }) => !overlay), { id: NO_BASE_MAP_ID, overlay: false }];
  const base = bases.find(isStored) ?? bases.find(({ id }) => id === DEFAULT_BASE_LAYER_ID) ?? bases[0];
  return [...(base ? [base.id] : []), ...chooseOverlays(layers, storedIds)];
}

function chooseOverlays(
  layers: readonly Choosable[],
  storedIds: readonly number[] | null,
): readonly number[] {
  const overlays = layers.filter(({ overlay }) => overlay);
  if (storedIds === null) return overlays.filter(({ visibility }) => visibility).map(({ id }) => id);
  return storedIds.filter((id) => overlays.some((one) => one.id === id));
}

/** BASE-05: the base layer takes the place of the one before; the overlays stay. */
export function chooseBaseLayer(
  layers: readonly Choosable[],
  visibleIds: readonly number[],
  id: number,
): readonly number[] {
  return [id, ...chooseOverlays(layers, visibleIds)];
}

/** BASE-06. */
export const switchOverlay = (visibleIds: readonly number[], id: number): readonly number[] =>
  visibleIds.includes(id) ? visibleIds.filter((one) => one !== id) : [...visibleIds, id];

/** Lists the visible overlays, topmost first. */
export const listOverlays = <L extends Choosable>(
  layers: readonly L[],
  visibleIds: readonly number[],
): readonly L[] =>
  chooseOverlays(layers, visibleIds)
    .flatMap((id) => layers.filter((layer) => layer.id === id))
    .reverse();

/** Draws an overlay above the next one, or below the one before. */
export function raiseOverlay(
  visibleIds: readonly number[],
  { id, by }: { readonly id: number; readonly by: 1 | -1 },
): readonly number[] {
  const others = visibleIds.filter((one) => one !== id);
  return others.toSpliced(visibleIds.indexOf(id) + by, 0, id);
}
