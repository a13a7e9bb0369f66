import { type GeomStyle, parseGeomStyle, typicalStyle } from '@pgis/cartography';
import { createStyleFunction } from '@pgis/cartography/ol';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import View from 'ol/View.js';
import { loadIconFonts } from './iconFonts.ts';

type Place = (x: number, y: number) => [number, number];

/** Shares of a box, from its bottom left corner. */
const POLYGON = [
  [0.1, 0.35],
  [0.2, 0.85],
  [0.55, 0.95],
  [0.9, 0.75],
  [0.8, 0.25],
  [0.3, 0.1],
] as const;
const LINE = [
  [0.06, 0.3],
  [0.2, 0.65],
  [0.35, 0.72],
  [0.5, 0.5],
  [0.66, 0.3],
  [0.8, 0.38],
  [0.94, 0.75],
] as const;

/** A polygon, a line and a point below each other, or beside each other where there is more room. */
function shapesIn(width: number, height: number) {
  const isTall = height > width;
  const boxes = [0, 1, 2].map((index): Place => {
    if (isTall) return (x, y) => [x * width, ((2 - index + y) * height) / 3];
    return (x, y) => [((index + x) * width) / 3, y * height];
  });
  const [polygon, line, point] = boxes as [Place, Place, Place];
  return [
    new Polygon([[...POLYGON, POLYGON[0]].map(([x, y]) => polygon(x, y))]),
    new LineString(LINE.map(([x, y]) => line(x, y))),
    new Point(point(0.5, 0.5)),
  ];
}

/** One rule as the map draws it, on a polygon, a line and a point in the sizes of the map. */
export class StylePreview {
  readonly #map: OlMap;
  readonly #layer = new VectorLayer({ source: new VectorSource(), declutter: true });
  readonly #observer: ResizeObserver;
  #wanted = 0;

  constructor(target: HTMLElement) {
    this.#map = new OlMap({ target, controls: [], interactions: [], layers: [this.#layer] });
    this.#observer = new ResizeObserver(() => this.#layOut(target));
    this.#observer.observe(target);
    this.#layOut(target);
  }

  /** `label` is what a text with placeholders shows. Later calls win, however long icons take to load. */
  async show(style: GeomStyle, label: string): Promise<void> {
    this.#wanted += 1;
    const call = this.#wanted;
    await loadIconFonts(style);
    if (call !== this.#wanted) return;
    // As it is saved and read again: what is no colour draws the default.
    const look = typicalStyle(parseGeomStyle(style).style);
    this.#layer.setStyle(
      createStyleFunction(
        { ...look, theme: 'none' },
        { pixelRatio: Math.max(1, window.devicePixelRatio), dataOf: () => null, labelOf: () => label },
      ),
    );
  }

  dispose(): void {
    this.#wanted += 1;
    this.#observer.disconnect();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  #layOut({ clientWidth, clientHeight }: HTMLElement): void {
    if (clientWidth === 0 || clientHeight === 0) return;
    const source = this.#layer.getSource();
    source?.clear(true);
    source?.addFeatures(shapesIn(clientWidth, clientHeight).map((geometry) => new Feature(geometry)));
    this.#map.setView(new View({ center: [clientWidth / 2, clientHeight / 2], resolution: 1 }));
    this.#map.updateSize();
  }
}
