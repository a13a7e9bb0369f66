import type { Position } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { mapColors } from '../../view/mapColors.ts';

/** Ring around the position that the pointer snaps to; wider than the point of a sketch. */
const ring = [
  { color: mapColors.casing, width: 5 },
  { color: mapColors.sketch, width: 2 },
].map(
  ({ color, width }) =>
    new Style({ image: new CircleStyle({ radius: 12, stroke: new Stroke({ color, width }) }) }),
);

/** Shows where the pointer snaps. */
export class SnapMark {
  readonly #feature = new Feature<Point>();
  readonly #layer = new VectorLayer({
    source: new VectorSource({ features: [this.#feature] }),
    style: ring,
  });

  /** The layer is unmanaged: it lies above all others. */
  setMap(map: OlMap | null): void {
    this.#layer.setMap(map);
  }

  get position(): Position | null {
    const [x, y] = this.#feature.getGeometry()?.getCoordinates() ?? [];
    return x === undefined || y === undefined ? null : [x, y];
  }

  show(position: Position | null): void {
    if (position === null && this.position === null) return;
    this.#feature.setGeometry(position === null ? undefined : new Point([...position]));
  }
}
