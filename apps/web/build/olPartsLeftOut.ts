/**
 * Replaces parts of OpenLayers in the browser's bundle that our map never uses, 9 kB of gzip: controls and the default
 * interactions, flat styles, detection of hits on an image of its own, reprojection, and UTM. Whatever would use one of
 * them throws.
 */
function refuse(): never {
  throw new Error('this part of OpenLayers is not in the bundle: see apps/web/build/olPartsLeftOut.ts');
}

/** `control/defaults`, `interaction/defaults`: our maps list their own. */
export const defaults = refuse;

/** `render/canvas/style`: our layers have style objects or functions. */
export const flatStyleLikeToStyleFunction = refuse;

/** `render/canvas/hitdetect`: serves `layer.getFeatures(pixel)`; we ask `map.forEachFeatureAtPixel`. */
export const HIT_DETECT_RESOLUTION = 0.5;
export const createHitDetectionImageData = refuse;
export const hitDetect = refuse;

/**
 * `reproj/Tile` and `reproj/Image`: our sources and views are in EPSG:3857. `geom/GeometryCollection`: no object is one.
 */
export default class LeftOut {
  constructor() {
    refuse();
  }
}

/** `proj/utm`: the projection of a code that the library does not know. */
export const makeProjection = () => null;
export const makeTransforms = () => null;
