import { type LoadReply, type LoadRequest, limits } from '@pgis/contract';
import type { Extent, GeometryKind } from '@pgis/geo';
import { expect, test, vi } from 'vitest';
import { anObjectLayer } from '../../../testing/anObjectLayer.ts';
import type { ObjectLayer } from '../ObjectLayer.ts';
import { ExtentLoader, type LoadTarget } from './ExtentLoader.ts';

interface SentBody {
  readonly kind: GeometryKind;
  readonly request: LoadRequest;
  readonly signal: AbortSignal;
  readonly answer: (reply?: Partial<LoadReply>) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A loader whose calls are answered by hand, and a target that remembers. */
function startLoader({ loaded = {} }: { readonly loaded?: Record<number, number[]> } = {}) {
  const asked: SentBody[] = [];
  const images = new Set<number>();
  const delivered: { kind: GeometryKind; modes: Record<number, string>; ids: number[] }[] = [];
  const state = {
    loading: new Set<number>() as ReadonlySet<number>,
    failed: new Set<number>() as ReadonlySet<number>,
  };
  let counts = new Map<number, number>();
  const target: LoadTarget = {
    listLoaded: (_kind, layerIds) => layerIds.flatMap((id) => loaded[id] ?? []),
    deliver: ({ kind, modes, reply }) =>
      delivered.push({ kind, modes: Object.fromEntries(modes), ids: reply.features.map(({ id }) => id) }),
    showAsImage: (id) => images.add(id),
    showAsVectors: (id) => images.delete(id),
    isImage: (id) => images.has(id),
    countIn: () => counts,
    dropOutside: () => {},
    setLoading: (ids) => {
      state.loading = ids;
    },
    setFailed: (ids) => {
      state.failed = ids;
    },
  };
  const loader = new ExtentLoader((kind, request, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<LoadReply>();
    signal.addEventListener('abort', () => reject(signal.reason));
    asked.push({
      kind,
      request,
      signal,
      answer: (reply) => {
        resolve({ features: [], geomStyles: [], imageLayers: [], ...reply });
        return settled();
      },
      fail: (error) => {
        reject(error);
        return settled();
      },
    });
    return promise;
  }, target);
  return {
    loader,
    asked,
    images,
    delivered,
    state,
    setCounts: (next: [number, number][]) => {
      counts = new Map(next);
    },
    /** Answers all pending requests. */
    async answerAll(reply?: Partial<LoadReply>) {
      for (const one of asked.splice(0)) await one.answer(reply);
    },
  };
}

const aLayer = (id: number, changes: Partial<ObjectLayer> = {}): ObjectLayer =>
  anObjectLayer({ id, ...changes });
const view = (extent: Extent, zoom = 12) => ({ extent, zoom, resolution: 38 });
const here: Extent = [0, 0, 1000, 500];
const farAway: Extent = [9000, 9000, 10_000, 9500];

test('LOAD-01: asks for points, lines and polygons of the extent grown by 10% on each side, with the zoom', () => {
  const { loader, asked } = startLoader();
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here, 12));
  expect(asked.map(({ kind }) => kind)).toEqual(['point', 'line', 'polygon']);
  for (const { request } of asked) {
    expect(request).toMatchObject({
      minx: -100,
      miny: -50,
      maxx: 1100,
      maxy: 550,
      zoom: 12,
      classifiers: [7],
    });
  }
});

test('LOAD-02: without a visible layer nothing is asked for', () => {
  const { loader, asked } = startLoader();
  loader.setView(view(here));
  expect(asked).toEqual([]);
});

test('LOAD-03: ids that are here already are reported, and the answer is added to them', async () => {
  const { loader, asked, delivered, answerAll } = startLoader({ loaded: { 7: [70, 71] } });
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  expect(asked.map(({ request }) => request.geometriesLoaded)).toEqual([[], [], []]);
  await answerAll();
  loader.setView(view([500, 0, 1500, 500]));
  expect(asked.map(({ request }) => request.geometriesLoaded)).toEqual([
    [70, 71],
    [70, 71],
    [70, 71],
  ]);
  delivered.length = 0;
  await answerAll();
  expect(delivered.map(({ modes }) => modes)).toEqual([{ 7: 'add' }, { 7: 'add' }, { 7: 'add' }]);
});

test('LOAD-05: another zoom asks for everything again and replaces what is drawn', async () => {
  const { loader, asked, delivered, answerAll } = startLoader({ loaded: { 7: [70] } });
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here, 12));
  await answerAll();
  delivered.length = 0;
  loader.setView(view(here, 13));
  expect(asked.map(({ request }) => request.geometriesLoaded)).toEqual([[], [], []]);
  await answerAll();
  expect(delivered.map(({ modes }) => modes)).toEqual([{ 7: 'replace' }, { 7: 'replace' }, { 7: 'replace' }]);
});

test('LOAD-06: a layer that is switched on loads alone', async () => {
  const { loader, asked, answerAll } = startLoader();
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  await answerAll();
  loader.setLayers([aLayer(7), aLayer(8)]);
  expect(asked.map(({ request }) => request.classifiers)).toEqual([[8], [8], [8]]);
});

test('LOAD-10: a failed load is logged and marked, and the next move tries again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { loader, asked, state, answerAll } = startLoader();
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  await asked[1]?.fail(new Error('down'));
  expect(log).toHaveBeenCalledOnce();
  expect([...state.failed]).toEqual([7]);
  asked.length = 0;
  loader.setView(view([10, 0, 1010, 500]));
  await answerAll();
  expect([...state.failed]).toEqual([]);
  log.mockRestore();
});

test('a short move inside what is loaded asks for nothing', async () => {
  const { loader, asked, answerAll } = startLoader();
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  await answerAll();
  loader.setView(view([50, 20, 1050, 520]));
  expect(asked).toEqual([]);
});

test('requests for a view that is gone are aborted', () => {
  const { loader, asked } = startLoader();
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  const first = asked.splice(0);
  loader.setView(view(farAway));
  expect(first.every(({ signal }) => signal.aborted)).toBe(true);
  expect(asked.map(({ request }) => request.minx)).toEqual([8900, 8900, 8900]);
  expect(asked.some(({ signal }) => signal.aborted)).toBe(false);
});

test('an aborted load leaves no mark', async () => {
  const { loader, state } = startLoader();
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  loader.setView(view(farAway));
  await settled();
  expect([...state.failed]).toEqual([]);
  expect([...state.loading]).toEqual([7]);
});

test('a view and its source go into separate calls', () => {
  const { loader, asked } = startLoader();
  loader.setLayers([aLayer(7), aLayer(8, { ownerId: 7 }), aLayer(9)]);
  loader.setView(view(here));
  expect(asked.filter(({ kind }) => kind === 'point').map(({ request }) => request.classifiers)).toEqual([
    [7, 9],
    [8],
  ]);
});

test('a kind that came before the abort is not asked for from the start', async () => {
  const { loader, asked } = startLoader({ loaded: { 7: [70] } });
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  await asked[0]?.answer();
  asked.length = 0;
  loader.setView(view([500, 0, 1500, 500]));
  expect(asked.map(({ kind, request }) => [kind, request.geometriesLoaded])).toEqual([
    ['point', [70]],
    ['line', []],
    ['polygon', []],
  ]);
});

test('a layer named in imageLayers is shown as an image, and none of its objects is drawn', async () => {
  const { loader, asked, images, delivered, answerAll } = startLoader();
  loader.setLayers([aLayer(7), aLayer(8)]);
  loader.setView(view(here));
  const [points, ...others] = asked.splice(0);
  await points?.answer({ imageLayers: [7] });
  for (const one of others) await one.answer();
  expect([...images]).toEqual([7]);
  expect(delivered.map(({ modes }) => modes)).toEqual([{ 8: 'replace' }, { 8: 'replace' }, { 8: 'replace' }]);
  // There are few enough objects closer in; they wait until all three answers say so.
  loader.setView(view([0, 0, 500, 250], 13));
  delivered.length = 0;
  await asked[0]?.answer();
  expect(delivered.map(({ modes }) => modes)).toEqual([{ 8: 'replace' }]);
  await answerAll();
  expect([...images]).toEqual([]);
  expect(delivered.filter(({ modes }) => 7 in modes)).toHaveLength(3);
});

test('layers loaded one by one past the limit of a view: the largest becomes an image', async () => {
  const { loader, images, answerAll, setCounts } = startLoader();
  loader.setLayers([aLayer(7), aLayer(8), aLayer(9)]);
  loader.setView(view(here));
  setCounts([
    [7, 4000],
    [8, 4500],
    [9, limits.vectorPerView - 8400],
  ]);
  await answerAll();
  expect([...images]).toEqual([8]);
});

test('LIST-14: reloading a layer asks for it alone, whole, and replaces what is drawn', async () => {
  const { loader, asked, delivered, answerAll } = startLoader({ loaded: { 7: [70], 8: [80] } });
  loader.setLayers([aLayer(7), aLayer(8)]);
  loader.setView(view(here));
  await answerAll();
  delivered.length = 0;
  loader.reloadLayers(new Set([7]));
  expect(asked.map(({ request }) => [request.classifiers, request.geometriesLoaded])).toEqual([
    [[7], []],
    [[7], []],
    [[7], []],
  ]);
  await answerAll();
  expect(delivered.map(({ modes }) => modes)).toEqual([{ 7: 'replace' }, { 7: 'replace' }, { 7: 'replace' }]);
});

test('a layer that changes while it is being loaded is asked for once more; the others in the request are not', async () => {
  const { loader, asked, delivered, state, answerAll } = startLoader();
  loader.setLayers([aLayer(7), aLayer(8)]);
  loader.setView(view(here));
  const first = asked.splice(0);
  loader.reloadLayers(new Set([7]));
  expect(asked.map(({ request }) => request.classifiers)).toEqual([[7], [7], [7]]);
  expect(first.some(({ signal }) => signal.aborted)).toBe(false);
  for (const one of first) await one.answer();
  expect(delivered.map(({ modes }) => modes)).toEqual([{ 8: 'replace' }, { 8: 'replace' }, { 8: 'replace' }]);
  expect([...state.loading]).toEqual([7]);
  await answerAll();
  expect([...state.loading]).toEqual([]);
});

test('a layer that is not shown is not asked for when it changes', async () => {
  const { loader, asked, answerAll } = startLoader();
  loader.setLayers([aLayer(7)]);
  loader.setView(view(here));
  await answerAll();
  loader.reloadLayers(new Set([9]));
  expect(asked).toEqual([]);
});
