import type { Classifier } from '@pgis/contract';
import { createStore, type ReadonlyStore } from '../../map/index.ts';
import { readStored, writeStored } from '../../storage/index.ts';

export type SwitchableLayer = Pick<Classifier, 'id' | 'showDefault' | 'serverside'>;

/** Which layers are on. */
export interface LayerSwitches {
  readonly checkedIds: ReadonlySet<number>;
  /** LIST-12: switched by hand in this session. */
  readonly changedIds: ReadonlySet<number>;
  /** Layers of lists loaded before in this session: a list that is loaded again leaves them as they are. */
  readonly knownIds: ReadonlySet<number>;
}

interface StartOptions {
  readonly storedIds: readonly number[];
  readonly switches: LayerSwitches;
  /** The browser remembers where the map was left. */
  readonly hasLastView: boolean;
}

interface Start {
  readonly checkedIds: ReadonlySet<number>;
  /** The new `selectedLayers`. Ids of layers that are not in the list stay: somebody else may see them. */
  readonly storedIds: readonly number[];
  /** The map zooms to these. */
  readonly zoomIds: readonly number[];
}

/** What a list of layers that has just been loaded starts with (LIST-09..11, D-UI-04). */
export function planStart(
  layers: readonly SwitchableLayer[],
  { storedIds, switches, hasLastView }: StartOptions,
): Start {
  const stored = new Set(storedIds);
  const checkedIds = new Set<number>();
  const zoomIds: number[] = [];
  for (const { id, showDefault, serverside } of layers) {
    if (switches.knownIds.has(id) || switches.changedIds.has(id)) {
      if (switches.checkedIds.has(id)) checkedIds.add(id);
      continue;
    }
    if (!stored.has(id) && !showDefault) continue;
    checkedIds.add(id);
    // A server-side layer never stays in the list, so it would be new at every visit: it only moves a first one.
    if (showDefault && !stored.has(id) && (!serverside || !hasLastView)) zoomIds.push(id);
    if (serverside) stored.delete(id);
    else stored.add(id);
  }
  return { checkedIds, storedIds: [...stored], zoomIds };
}

const none: LayerSwitches = { checkedIds: new Set(), changedIds: new Set(), knownIds: new Set() };
const store = createStore(none);

export const layerSwitches: ReadonlyStore<LayerSwitches> = store;

/** Takes over a list that has just been loaded; returns the layers to zoom to. */
export function startSwitches(layers: readonly SwitchableLayer[]): readonly number[] {
  const start = planStart(layers, {
    storedIds: readStored('selectedLayers') ?? [],
    switches: store.get(),
    hasLastView: readStored('lastMapView') !== null,
  });
  writeStored('selectedLayers', start.storedIds);
  store.update(({ changedIds, knownIds }) => ({
    checkedIds: start.checkedIds,
    changedIds,
    knownIds: knownIds.union(new Set(layers.map(({ id }) => id))),
  }));
  return start.zoomIds;
}

/** LIST-07, LIST-12. */
export function setLayerSwitch(id: number, isOn: boolean): void {
  const { checkedIds, changedIds, knownIds } = store.get();
  const without = (ids: Iterable<number>) => [...ids].filter((one) => one !== id);
  store.set({
    checkedIds: new Set(isOn ? [...checkedIds, id] : without(checkedIds)),
    changedIds: new Set([...changedIds, id]),
    knownIds,
  });
  const stored = without(readStored('selectedLayers') ?? []);
  writeStored('selectedLayers', isOn ? [...stored, id] : stored);
}

/** A new session starts with what its list says. */
export function forgetSwitches(): void {
  store.set(none);
}
