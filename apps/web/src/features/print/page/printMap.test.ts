// @vitest-environment jsdom

import { afterEach, expect, test, vi } from 'vitest';
import type { TFunction } from '../../../i18n/index.ts';
import type { MapController, MapImage } from '../../../map/index.ts';
import { firstChoice } from '../dialog/PrintChoice.ts';
import type { SheetSources } from '../sheet/makeSheet.ts';
import { anImage } from '../testing/aSheet.ts';
import type { PrintProgress } from './PrintProgress.ts';
import { printMap } from './printMap.ts';

afterEach(() => vi.restoreAllMocks());

const t = ((key: string) => key) as unknown as TFunction;

/** Map whose canvas cannot be read, or cannot be drawn at all. */
function sourcesWith(toDataURL: () => string): SheetSources {
  const view = { center: [0, 0], resolution: 10 };
  const mapImage = {
    canvas: { width: 1, height: 1, toDataURL },
    failedIds: new Set(),
    missingBaseLayers: [],
  };
  const map = {
    view: { get: () => view },
    drawImage: () => Promise.resolve(mapImage as unknown as MapImage),
  };
  const loadLogo = () => Promise.resolve(null);
  return {
    map: map as unknown as MapController,
    t,
    language: 'en',
    layers: [],
    attributions: [],
    loadLogo,
  };
}
const fail = (error: Error) => () => {
  throw error;
};
const run = { signal: new AbortController().signal, onProgress: () => {} };

test('a map that may not be read says that a layer does not allow printing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const tainted = sourcesWith(fail(new DOMException('tainted', 'SecurityError')));
  const choice = { ...firstChoice, output: 'pdf' } as const;
  expect(await printMap(choice, tainted, run)).toEqual({ kind: 'failed', message: 'MAP.PRINT.TAINTED' });
  const broken = sourcesWith(fail(new Error('no memory')));
  expect(await printMap(choice, broken, run)).toEqual({ kind: 'failed', message: 'MAP.PRINT.FAILED' });
});

test('PRINT-07: a page whose logo fails to load is printed without one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const frame = document.body.appendChild(document.createElement('iframe'));
  const target = frame.contentWindow as Window & typeof globalThis;
  target.HTMLImageElement.prototype.decode = () => Promise.resolve();
  const print = vi.fn();
  Object.assign(target, { print, focus: () => {}, close: () => {} });
  vi.spyOn(window, 'open').mockReturnValue(target);
  const sources = { ...sourcesWith(() => anImage.url), loadLogo: () => Promise.reject(new Error('gone')) };
  expect(await printMap(firstChoice, sources, run)).toEqual({ kind: 'done', missing: [] });
  expect(print).toHaveBeenCalledTimes(1);
  expect(target.document.querySelector('.page .map img')).not.toBeNull();
  expect(target.document.querySelector('.page .logo')).toBeNull();
  frame.remove();
});

test('the window opens in the click itself, and closes again when the page cannot be made', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const close = vi.fn();
  const opened = { document: document.implementation.createHTMLDocument(), close };
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  const printing = printMap(firstChoice, sourcesWith(fail(new Error('no memory'))), run);
  expect(open).toHaveBeenCalledTimes(1);
  expect(opened.document.body.textContent).toBe('MAP.PRINT.PREPARING');
  expect((await printing).kind).toBe('failed');
  expect(close).toHaveBeenCalledTimes(1);
});

test('a browser that opens no window is reported before anything is drawn', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const sources = sourcesWith(() => '');
  const draw = vi.spyOn(sources.map, 'drawImage');
  const result = await printMap(firstChoice, sources, run);
  expect(result).toEqual({ kind: 'failed', message: 'MAP.PRINT.POPUP_BLOCKED' });
  expect(draw).not.toHaveBeenCalled();
});

test('says what it does: the map, the objects of the tables, the pages', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const frame = document.body.appendChild(document.createElement('iframe'));
  vi.spyOn(window, 'open').mockReturnValue(frame.contentWindow);
  const progress: PrintProgress[] = [];
  const onProgress = (one: PrintProgress) => progress.push(one);
  await printMap(
    firstChoice,
    sourcesWith(() => anImage.url),
    { ...run, onProgress },
  );
  expect(progress).toEqual([{ step: 'map' }, { step: 'pages', share: 0 }]);
  // The map stub has no extent to read objects in, so the work ends there.
  progress.length = 0;
  const withTables = { ...firstChoice, includeDataTables: true };
  await printMap(
    withTables,
    sourcesWith(() => anImage.url),
    { ...run, onProgress },
  );
  expect(progress).toEqual([{ step: 'map' }, { step: 'tables' }]);
  frame.remove();
});
