// @vitest-environment jsdom
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import OlMap from 'ol/Map.js';
import { expect, test } from 'vitest';
import { createStore } from '../../../store/Store.ts';
import { givePageABrowser } from '../../../testing/browser.ts';
import { Measurements } from './Measurements.ts';

givePageABrowser();

const language = createStore<'en' | 'lv'>('en');
const texts = (map: OlMap) =>
  map
    .getOverlays()
    .getArray()
    .filter((overlay) => overlay.getPosition() !== undefined)
    .map((overlay) => overlay.getElement()?.textContent?.replaceAll('\u00a0', ' '));
// A degree of longitude on the equator is 111 319.49 m on the ellipsoid and in EPSG:3857.
const line = (lengthM: number) =>
  new LineString([
    [0, 0],
    [lengthM, 0],
  ]);

test('MEAS-02 MEAS-03: the label follows the pointer, and finished measures keep theirs', () => {
  const map = new OlMap({ controls: [] });
  const measurements = new Measurements(map, language);
  measurements.showLive(line(50));
  expect(texts(map)).toEqual(['50.00 m']);
  const [live] = map.getOverlays().getArray();
  expect(live?.getPosition()).toEqual([50, 0]);
  measurements.showLive(null);
  measurements.add(new Feature(line(1234.5)));
  measurements.showLive(
    new Polygon([
      [
        [0, 0],
        [200, 0],
        [200, 200],
        [0, 0],
      ],
    ]),
  );
  // Square metres of EPSG:3857 at the equator are 0.7 % larger on the ellipsoid than north-south metres make them.
  expect(texts(map)).toEqual(['1.99 ha', '1.23 km']);
  expect(live?.getPosition()).toEqual([200, 200]);
});

test('a point has no length and two have no area: nothing is said', () => {
  const map = new OlMap({ controls: [] });
  const measurements = new Measurements(map, language);
  measurements.showLive(new LineString([[0, 0]]));
  expect(texts(map)).toEqual([]);
  measurements.showLive(
    new Polygon([
      [
        [0, 0],
        [5, 5],
        [0, 0],
      ],
    ]),
  );
  expect(texts(map)).toEqual([]);
});

test('another language says the same in its own way, and leaving takes everything away', () => {
  const map = new OlMap({ controls: [] });
  const layersBefore = map.getLayers().getLength();
  const measurements = new Measurements(map, language);
  measurements.add(new Feature(line(1234.5)));
  language.set('lv');
  expect(texts(map)).toEqual(['1,23 km']);
  measurements.dispose();
  expect(map.getOverlays().getLength()).toBe(0);
  expect(map.getLayers().getLength()).toBe(layersBefore);
  language.set('en');
});
