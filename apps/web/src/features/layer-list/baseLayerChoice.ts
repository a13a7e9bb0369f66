import type { MapLayer } from '@pgis/contract';

type Choosable = Pick<MapLayer, 'id' | 'overlay' | 'visibility'>;

/** BASE-07: the base layer when none is remembered. */
const DEFAULT_BASE_LAYER_ID = 1;

/** The visible layers at start: one base layer, and the overlays that are remembered. */
export function chooseAtStart(
  layers: readonly Choosable[],
  storedIds: readonly number[] | null,
): readonly number[] {
  const isStored = ({ id }: Choosable) => storedIds?.includes(id) ?? false;
  const bases = layers.filter(({ overlay }) => !overlay);
  const base = bases.find(isStored) ?? bases.find(({ id }) => id === DEFAULT_BASE_LAYER_ID) ?? bases[0];
  const overlays = layers.filter(
    (layer) => layer.overlay && (storedIds ? isStored(layer) : layer.visibility),
  );
  return [...(base ? [base] : []), ...overlays].map(({ id }) => id);
}

/** BASE-05: the base layer takes the place of the one before; the overlays stay. */
export function chooseBaseLayer(
  layers: readonly Choosable[],
  visibleIds: readonly number[],
  id: number,
): readonly number[] {
  const overlays = layers.filter((layer) => layer.overlay && visibleIds.includes(layer.id));
  return [id, ...overlays.map((layer) => layer.id)];
}

/** BASE-06. */
export const switchOverlay = (visibleIds: readonly number[], id: number): readonly number[] =>
  visibleIds.includes(id) ? visibleIds.filter((one) => one !== id) : [...visibleIds, id];
