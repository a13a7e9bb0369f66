import { findGeometryKind } from '@pgis/geo';
import type { FeatureLike } from 'ol/Feature.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';

export const SELECTED_FILL = '#ff0000';
export const SELECTED_OUTLINE = '#000000';
export const SELECTED_OUTLINE_PX = 5;
export const SELECTED_RADIUS_PX = 15;

/** Above every layer. */
const SELECTED_Z_INDEX = 1e6;
const LINE_CORE_PX = 2;

/**
 * SEL-02: red fill, black outline of width 5, circle of radius 15, in both colour schemes. A line has no fill: it
 * gets a red core within its black outline.
 */
export const selectedStyle = (): Style[] => {
  const fill = new Fill({ color: SELECTED_FILL });
  const stroke = new Stroke({ color: SELECTED_OUTLINE, width: SELECTED_OUTLINE_PX });
  const image = new CircleStyle({ radius: SELECTED_RADIUS_PX, fill, stroke });
  const core = new Stroke({ color: SELECTED_FILL, width: LINE_CORE_PX });
  const isLine = (feature: FeatureLike): boolean =>
    findGeometryKind(feature.getGeometry()?.getType() ?? '') === 'line';
  return [
    new Style({ fill, stroke, image, zIndex: SELECTED_Z_INDEX }),
    new Style({
      stroke: core,
      geometry: (feature) => (isLine(feature) ? feature.getGeometry() : undefined),
      zIndex: SELECTED_Z_INDEX + 1,
    }),
  ];
};
