import { type GeomStyle, parseGeomStyle, STYLE_DEFAULTS, typicalStyle } from '@pgis/cartography';
import { createStyleFunction } from '@pgis/cartography/ol';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import View from 'ol/View.js';
import { loadIconFonts } from '../view/iconFonts.ts';

type ToPixel = (x: number, y: number) => [number, number];

/** Converts fractions of a box, from its bottom left corner, to pixels. */
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

/** A polygon, a line and a point, stacked in a tall preview and side by side in a wide one. */
function shapesIn(width: number, height: number) {
  const isTall = height > width;
  const boxes = [0, 1, 2].map((index): ToPixel => {
    if (isTall) return (x, y) => [x * width, ((2 - index + y) * height) / 3];
    return (x, y) => [((index + x) * width) / 3, y * height];
  });
  const [polygon, line, point] = boxes as [ToPixel, ToPixel, ToPixel];
  return [
    new Polygon([[...POLYGON, POLYGON[0]].map(([x, y]) => polygon(x, y))]),
    new LineString(LINE.map(([x, y]) => line(x, y))),
    new Point(point(0.5, 0.5)),
  ];
}

/** Draws one rule as the map does, on a polygon, a line and a point. */
export class StylePreview {
  readonly #map: OlMap;
  readonly #layer = new VectorLayer({ source: new VectorSource(), declutter: true });
  readonly #observer: ResizeObserver;
  #lastCall = 0;

  constructor(target: HTMLElement) {
    this.#map = new OlMap({ target, controls: [], interactions: [], layers: [this.#layer] });
    this.#observer = new ResizeObserver(() => this.#arrange(target));
    this.#observer.observe(target);
    this.#arrange(target);
  }

  /** `label` replaces a text with placeholders. The last call wins, however long icons take to load. */
  async show(style: GeomStyle, label: string): Promise<void> {
    this.#lastCall += 1;
    const call = this.#lastCall;
    await loadIconFonts(style);
    if (call !== this.#lastCall) return;
    // Converted to the stored form and parsed again, so that an invalid colour draws the default.
    const typical = typicalStyle(parseGeomStyle(style).style);
    this.#layer.setStyle(
      createStyleFunction(
        // The shapes are in no zoom level, so the label is drawn whatever its zoom range.
        { ...typical, theme: 'none', labelMinZoom: 0, labelMaxZoom: STYLE_DEFAULTS.labelMaxZoom },
        { pixelRatio: Math.max(1, window.devicePixelRatio), dataOf: () => null, labelOf: () => label },
      ),
    );
  }

  dispose(): void {
    this.#lastCall += 1;
    this.#observer.disconnect();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  #arrange({ clientWidth, clientHeight }: HTMLElement): void {
    if (clientWidth === 0 || clientHeight === 0) return;
    const source = this.#layer.getSource();
    source?.clear(true);
    source?.addFeatures(shapesIn(clientWidth, clientHeight).map((geometry) => new Feature(geometry)));
    this.#map.setView(new View({ center: [clientWidth / 2, clientHeight / 2], resolution: 1 }));
    this.#map.updateSize();
  }
}
