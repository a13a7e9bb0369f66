// @vitest-environment jsdom
import { heatColor, toRgba } from '@pgis/cartography';
import { type Classifier, limits } from '@pgis/contract';
import { distanceM } from '@pgis/geo';
import { afterEach, expect, test, vi } from 'vitest';
import type { TFunction } from '../../../i18n/index.ts';
import type { MapController, MapImage } from '../../../map/index.ts';
import { firstChoice, orientations, papers } from '../dialog/PrintChoice.ts';
import { anImage } from '../testing/aSheet.ts';
import { makeSheet, toMapImageRequest } from './makeSheet.ts';
import { resolutionOfScale } from './mapScale.ts';
import { arrangePage } from './pageLayout.ts';

afterEach(() => vi.restoreAllMocks());

const view = { center: [0, 0], resolution: 10, maxPixelRatio: 300 / 96 } as const;
const sheets = (['printer', 'pdf'] as const).flatMap((output) =>
  papers.flatMap((paper) => orientations.map((orientation) => ({ output, paper, orientation }))),
);

test.each(sheets)(
  'the map on $paper $orientation by $output is drawn with at least 250 dots an inch, and no larger than can be drawn',
  (choice) => {
    const layout = arrangePage({ ...firstChoice, ...choice }, { hasLogo: true, legendEntries: [4] });
    const { widthPx, heightPx, pixelRatio } = toMapImageRequest(layout, view);
    const dotsPerInch = (widthPx * pixelRatio) / (layout.map.widthMm / 25.4);
    expect(dotsPerInch).toBeGreaterThan(250);
    expect(dotsPerInch).toBeLessThan(301);
    expect(Math.round(Math.max(widthPx, heightPx) * pixelRatio)).toBeLessThanOrEqual(limits.image.sidePx);
    const isA3 = choice.paper === 'A3';
    if (!isA3) expect(dotsPerInch).toBeGreaterThan(298);
    expect(widthPx * pixelRatio * heightPx * pixelRatio * 4).toBeLessThan(limits.image.bytes);
  },
);

test.each(sheets)(
  '1:10 000 on $paper $orientation by $output: 1 mm of the map is 10 m of ground',
  (choice) => {
    const center = [2_813_000, 7_793_000] as const; // At 57.3 degrees north.
    const layout = arrangePage({ ...firstChoice, ...choice }, { hasLogo: false, legendEntries: [] });
    const resolution = resolutionOfScale(10_000, center);
    const request = toMapImageRequest(layout, { ...view, center, resolution });
    const widthM = distanceM(
      [center[0] - (request.widthPx * request.resolution) / 2, center[1]],
      [center[0] + (request.widthPx * request.resolution) / 2, center[1]],
    );
    // The projection stretches east and north not quite alike.
    expect(Math.abs(widthM / layout.map.widthMm / 10 - 1)).toBeLessThan(0.002);
  },
);

/** Returns the legend on paper, at the zoom that `resolution` is between 13 and 14. */
async function legendOf(
  layer: Pick<Classifier, 'geomStyle' | 'density'> & Partial<Classifier>,
  context: Partial<CanvasRenderingContext2D> | null = null,
) {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(anImage.url);
  const mapImage = {
    canvas: document.createElement('canvas'),
    failedIds: new Set(),
    missingBaseLayers: [],
  };
  const { sheet } = await makeSheet(
    { ...firstChoice, includeDataTables: false },
    {
      map: { view: { get: () => view }, hiddenRules: new Map() } as unknown as MapController,
      t: ((key: string) => key) as unknown as TFunction,
      language: 'lv',
      layers: [
        {
          id: 11,
          name: 'Trees',
          layerFields: [],
          companyLanguage: 'en',
          kinds: ['point'],
          zoomFrom: null,
          zoomTo: null,
          ...layer,
        },
      ],
      attributions: [],
      loadLogo: () => Promise.resolve(null),
    },
    {
      maxPixelRatio: 3,
      signal: new AbortController().signal,
      draw: () => Promise.resolve(mapImage as unknown as MapImage),
    },
  );
  return sheet.legend.map(({ layerName, entries }) => [layerName, entries.map(({ label }) => label)]);
}

test('the legend on paper names rules in the language of the page, else of the company, else by their values', async () => {
  const geomStyle = JSON.stringify({
    labelRules: [
      { rule: 'data.kind=oak', ruleNameEn: 'Oaks', ruleNameLv: 'Ozoli' },
      { rule: 'data.kind=ash', ruleNameEn: 'Ashes' },
      { rule: 'data.kind=elm' },
    ],
  });
  expect(await legendOf({ geomStyle, density: { kind: 'asIs' } })).toEqual([
    ['Trees', ['Ozoli', 'Ashes', 'elm', 'Default']],
  ]);
});

test('the legend on paper names the field of sizes in the language of the page', async () => {
  const geomStyle = JSON.stringify({ sizeField: 'height', sizeFrom: 0, sizeTo: 80 });
  const layerFields = [{ name: 'height', type: 'text' as const, names: { en: 'Height', lv: 'Augstums' } }];
  const [[, labels = []] = []] = await legendOf({ geomStyle, layerFields, density: { kind: 'asIs' } });
  expect(labels[0]).toBe('Augstums');
});

test('the legend on paper has the colours of a heat map, at the zooms at which the layer is one', async () => {
  const heat = { kind: 'heat', zoomTo: 14 } as const;
  const heatText = 'MAP.HEAT.FEW … MAP.HEAT.MANY';
  expect(await legendOf({ geomStyle: '', density: heat })).toEqual([['Trees', [heatText]]]);
  expect(await legendOf({ geomStyle: '', density: { ...heat, zoomTo: 12 } })).toEqual([['Trees', []]]);
});

test('the colours of a heat map run from few to many over the whole width of their symbol', async () => {
  const columns: [color: unknown, x: number, widthPx: number][] = [];
  const context = {
    fillStyle: '',
    fillRect(x: number, _: number, widthPx: number) {
      columns.push([this.fillStyle, x, widthPx]);
    },
  };
  await legendOf({ geomStyle: '', density: { kind: 'heat', zoomTo: 14, colors: 'Magma' } }, context);
  expect(columns).toHaveLength(72);
  const colorAt = (share: number) => toRgba(heatColor('Magma', share));
  expect(columns.at(0)).toEqual([colorAt(0.5 / 72), 0, 1]);
  expect(columns.at(-1)).toEqual([colorAt(71.5 / 72), 71, 1]);
});
