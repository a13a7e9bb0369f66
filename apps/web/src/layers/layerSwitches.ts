import type { Classifier } from '@pgis/contract';
import { readStored, writeStored } from '../storage/index.ts';
import { createStore, type ReadonlyStore } from '../store/Store.ts';

export type SwitchableLayer = Pick<Classifier, 'id' | 'showDefault' | 'serverside'>;

/** Ids of the layers that are switched on. */
export interface LayerSwitches {
  readonly checkedIds: ReadonlySet<number>;
  /** LIST-12: ids of the layers that were switched by hand in this session. */
  readonly changedIds: ReadonlySet<number>;
  /** Ids of layers in lists loaded before in this session; loading a list again leaves their switches alone. */
  readonly knownIds: ReadonlySet<number>;
}

interface StartOptions {
  readonly storedIds: readonly number[];
  readonly switches: LayerSwitches;
  /** True if the browser stores a map view. */
  readonly hasLastView: boolean;
  /** The layers that the address names. */
  readonly linkedIds?: ReadonlySet<number> | null;
}

interface Start {
  readonly checkedIds: ReadonlySet<number>;
  /** The new `selectedLayers`. It retains ids of layers that are not in the list, which another user may see. */
  readonly storedIds: readonly number[];
  /** The layers to zoom to. */
  readonly zoomIds: readonly number[];
}

/** Plans the switches of a list that has just been loaded (LIST-09..11, D-UI-04). */
export function planStart(
  layers: readonly SwitchableLayer[],
  { storedIds, switches, hasLastView, linkedIds = null }: StartOptions,
): Start {
  const stored = new Set(storedIds);
  // A layer that was added a moment ago may be missing from a cached list.
  const checkedIds = new Set(switches.checkedIds.intersection(switches.changedIds));
  const zoomIds: number[] = [];
  for (const { id, showDefault, serverside } of layers) {
    if (switches.knownIds.has(id) || switches.changedIds.has(id)) {
      if (switches.checkedIds.has(id)) checkedIds.add(id);
      continue;
    }
    // Another person's choice is displayed and not remembered.
    if (linkedIds !== null) {
      if (linkedIds.has(id)) checkedIds.add(id);
      continue;
    }
    if (!stored.has(id) && !showDefault) continue;
    checkedIds.add(id);
    // A server-side layer is never stored in the list, so it would count as new at every visit: it moves only a
    // first view.
    if (showDefault && !stored.has(id) && (!serverside || !hasLastView)) zoomIds.push(id);
    if (serverside) stored.delete(id);
    else stored.add(id);
  }
  return { checkedIds, storedIds: [...stored], zoomIds };
}

const none: LayerSwitches = { checkedIds: new Set(), changedIds: new Set(), knownIds: new Set() };
const store = createStore(none);
let linkedIds: ReadonlySet<number> | null = null;

export const layerSwitches: ReadonlyStore<LayerSwitches> = store;

/** Applies a list that has just been loaded; returns the layers to zoom to. */
export function startSwitches(layers: readonly SwitchableLayer[]): readonly number[] {
  const start = planStart(layers, {
    storedIds: readStored('selectedLayers') ?? [],
    switches: store.get(),
    hasLastView: readStored('lastMapView') !== null,
    linkedIds,
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

/**
 * Switches on the layers that an address names, and no others; those that are not in the list yet when it loads. The
 * browser goes on remembering the user's own choice.
 */
export function showLinkedLayers(ids: Iterable<number>): void {
  const linked = new Set(ids);
  linkedIds = linked;
  store.update(({ knownIds, changedIds }) => ({
    checkedIds: linked.intersection(knownIds),
    changedIds,
    knownIds,
  }));
}

/** Forgets the session's switches, for a change of user. */
export function forgetSwitches(): void {
  linkedIds = null;
  store.set(none);
}
