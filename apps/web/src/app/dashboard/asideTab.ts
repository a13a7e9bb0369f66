import { createStore, type ReadonlyStore } from '../../map/index.ts';
import { isBelow } from '../../ui/screenWidth.ts';
import { layout } from '../shell/layoutState.ts';

/** MAPS-02, in this order. */
export type AsideTabId = 'controls' | 'info' | 'layers' | 'files';

const store = createStore<AsideTabId>('controls');

export const asideTab: ReadonlyStore<AsideTabId> & { readonly set: (id: AsideTabId) => void } = store;

/** SEL-01: what was selected is shown, also when the panel was minimised or hidden. */
export function openInfoTab(): void {
  store.set('info');
  if (layout.get().aside !== 'open') layout.openAside();
}

/** For the shortcuts of a phone's sheet. */
export function openTab(id: AsideTabId): void {
  store.set(id);
  if (isBelow('narrow')) layout.openAside();
}
