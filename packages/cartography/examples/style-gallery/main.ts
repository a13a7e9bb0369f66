import { toWkt } from '@pgis/geo';
import type { FeatureLike } from 'ol/Feature.js';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import View from 'ol/View.js';
import iconCodes from '../../src/icons/iconCodes.gen.json' with { type: 'json' };
import { listIconFamilies, loadIconFonts, provideIconCodes } from '../../src/index.ts';
import { createStyleFunction, type LayerStyleFunction } from '../../src/ol/index.ts';
import { CELL_PX, layOutGallery, type PlacedCell, toMapGeometry } from './gallery.ts';

const { width, height, headings, cells } = layOutGallery();
const page = document.getElementById('page') as HTMLElement;
const map = document.getElementById('map') as HTMLElement;

function put(
  className: string,
  text: string,
  box: { x: number; y: number; width?: number; height?: number },
) {
  const element = document.createElement(className === '' ? 'h2' : 'div');
  element.className = className;
  element.textContent = text;
  element.style.left = `${box.x}px`;
  element.style.top = `${box.y}px`;
  if (box.width !== undefined) element.style.width = `${box.width}px`;
  if (box.height !== undefined) element.style.height = `${box.height}px`;
  page.insertBefore(element, map);
}

function listFeatures(cell: PlacedCell): Feature[] {
  const reader = new WKT();
  return cell.objects.map(({ geometry, data, label }) => {
    const feature = new Feature({
      geometry: reader.readGeometry(toWkt(toMapGeometry(geometry, cell))),
      data,
      objectMapLabel: label,
    });
    feature.set('cell', cell);
    return feature;
  });
}

page.style.width = `${width}px`;
page.style.height = `${height}px`;
for (const { title, y } of headings) put('', title, { x: 16, y: y + 10 });
for (const { x, y, caption } of cells) {
  put('cell', '', { x, y, ...CELL_PX });
  put('caption', caption, { x, y: y + CELL_PX.height + 4, width: CELL_PX.width });
}

provideIconCodes(iconCodes);
await Promise.all([
  loadIconFonts([...new Set(cells.flatMap(({ style }) => listIconFamilies(style)))]),
  document.fonts.load('15px "Arial"', 'aĶМ'),
]);

const styles = new Map<PlacedCell, LayerStyleFunction>(
  cells.map((cell) => [cell, createStyleFunction(cell.style, { pixelRatio: window.devicePixelRatio })]),
);
const layer = new VectorLayer({
  declutter: true,
  source: new VectorSource({ features: cells.flatMap(listFeatures) }),
  style: (feature: FeatureLike, resolution: number) =>
    styles.get(feature.get('cell') as PlacedCell)?.(feature, resolution),
});
const olMap = new OlMap({
  target: map,
  controls: [],
  interactions: [],
  layers: [layer],
  view: new View({ center: [width / 2, -height / 2], resolution: 1 }),
});
olMap.once('rendercomplete', () => {
  page.dataset.ready = 'true';
});
