import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { mapColors } from '../../view/mapColors.ts';

/** Style of a shape while it is drawn and described: accent colour on a white casing, unlike any object. */
export const sketchStyle: readonly Style[] = [
  new Style({
    stroke: new Stroke({ color: mapColors.casing, width: 6 }),
    fill: new Fill({ color: mapColors.sketchFill }),
  }),
  new Style({
    stroke: new Stroke({ color: mapColors.sketch, width: 3 }),
    image: new CircleStyle({
      radius: 7,
      fill: new Fill({ color: mapColors.sketch }),
      stroke: new Stroke({ color: mapColors.casing, width: 2 }),
    }),
  }),
];
