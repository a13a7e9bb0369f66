import { type MapAddress, parseMapAddress, writeMapAddress } from '@pgis/contract';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { layerSwitches, showLinkedLayers } from '../../layers/layerSwitches.ts';
import { LINK_MAX_ZOOM, type MapController, useMap } from '../../map/index.ts';
import { showLinkedBaseLayers, useBaseLayers } from '../layer-list/index.ts';
import {
  hiddenRules,
  layerFilters,
  showLinkedFilters,
  showLinkedRules,
  useLayerList,
} from '../objects/index.ts';
import { readMapState } from './readMapState.ts';

/** Safari refuses more than 100 changes of the address in 30 s. */
const WRITE_DELAY_MS = 300;

const splitHash = (): readonly [path: string, query: string] => {
  const [path = '', ...query] = window.location.hash.split('?');
  return [path, query.join('?')];
};
const isMapPath = (path: string) => path.endsWith('/dashboard');

/** Query that the map has followed or that says where the map is; null before the map has followed any. */
let followedQuery: string | null = null;

/** Marks an entry of the history whose address this page has written: it is no link that somebody has opened. */
const ownMark = 'pgisOwnView';
const isMarked = (): boolean => Boolean((window.history.state as Record<string, unknown> | null)?.[ownMark]);
/** Chromium loses the mark now and then when a page is reloaded right after a change. */
const isReload = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return followedQuery === null && navigation?.type === 'reload';
};
const isOwn = (): boolean => isMarked() || isReload();

/** Reads the view that the address in the browser holds. */
export const readMapAddress = (): MapAddress => parseMapAddress(splitHash()[1]);

/** Reads the view of a link; after a reload the address is the page's own, and the browser remembers a newer view. */
export const readLink = (): MapAddress => (isOwn() ? {} : readMapAddress());

function writeAddress(address: MapAddress): void {
  const [path, query] = splitHash();
  if (!isMapPath(path)) return;
  followedQuery = writeMapAddress(address, query);
  if (followedQuery === query) return;
  // Not through the router: the page stays what it is, and nothing has to be asked or rendered.
  const state = { ...window.history.state, [ownMark]: true };
  History.prototype.replaceState.call(window.history, state, '', `${path}?${followedQuery}`);
}

/** Moves the map to the address and shows its layers; `useObjectLink` shows its object. */
function followAddress(map: MapController): void {
  const [path, query] = splitHash();
  // The map may have moved on since its address was written, so an address is followed once.
  if (!isMapPath(path) || query === followedQuery) return;
  const isStart = followedQuery === null;
  // The browser remembers base layer and layers, and the list may have new ones (LIST-09, LIST-10).
  const isRemembered = isStart && isOwn();
  followedQuery = query;
  const { view, layerIds, baseLayerIds, hiddenRules: rules, filters } = parseMapAddress(query);
  const current = map.view.get();
  // Moving the map by less than an address can say would be a step for the tool that goes back (VIEW-02).
  const isShown =
    current !== null && writeMapAddress({ view: current }) === writeMapAddress({ ...(view && { view }) });
  const maxZoom = isOwn() ? Number.POSITIVE_INFINITY : LINK_MAX_ZOOM;
  if (view && !isStart && !isShown) map.camera.centerOn(view.centerLonLat, Math.min(view.zoom, maxZoom));
  if (baseLayerIds && !isRemembered) showLinkedBaseLayers(baseLayerIds);
  if (layerIds && !isRemembered) {
    showLinkedLayers(layerIds);
    showLinkedRules(rules ?? '');
  }
  // An address that names its layers names their filters too: without any there are none.
  if (filters || layerIds) showLinkedFilters(filters ?? new Map());
}

/**
 * Keeps the address in step with the map, without new steps in the history, and the map with an address that is opened:
 * a link, an entry of the history, or one that the user has typed. Stands once beside the map, before `useObjectMap`, so
 * that the layers of a link are known when the list of layers starts.
 */
export function useMapAddress(): void {
  const map = useMap();
  const href = useLocation({ select: (location) => location.href });
  const { data: groups } = useLayerList();
  const { visibleIds } = useBaseLayers();

  useEffect(() => {
    const follow = () => followAddress(map);
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [map]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation, such as to another language, leaves an address without the view.
  useEffect(() => {
    if (!groups || visibleIds.length === 0) return;
    let timer: number | undefined;
    let hasSelected = false;
    const write = () => {
      // An object that is not there yet, or not for this reader, stays in the link that names it.
      const { objectId } = hasSelected ? {} : readMapAddress();
      writeAddress({ ...(objectId !== undefined && { objectId }), ...readMapState(map, visibleIds) });
    };
    const schedule = () => {
      hasSelected ||= map.selection.get() !== null;
      window.clearTimeout(timer);
      timer = window.setTimeout(write, WRITE_DELAY_MS);
    };
    schedule();
    const stores = [map.view, map.selection, layerSwitches, layerFilters, hiddenRules];
    const stops = stores.map((store) => store.subscribe(schedule));
    return () => {
      window.clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [map, groups, visibleIds, href]);
}
