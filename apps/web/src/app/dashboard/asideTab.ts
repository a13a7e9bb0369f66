import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import { isBelow } from '../../ui/screenWidth.ts';
import { layout } from '../shell/layoutState.ts';

/** MAPS-02, in this order. */
export type AsideTabId = 'controls' | 'info' | 'layers' | 'files';

const store = createStore<AsideTabId>('controls');

export const asideTab: ReadonlyStore<AsideTabId> & { readonly set: (id: AsideTabId) => void } = store;

/** SEL-01: shows the selected object even if the panel was minimised or hidden. */
export function openInfoTab(): void {
  store.set('info');
  if (layout.get().aside !== 'open') layout.openAside();
}

/** Opens a tab from a shortcut of a phone's sheet. */
export function openTab(id: AsideTabId): void {
  store.set(id);
  if (isBelow('narrow')) layout.openAside();
}
