/** Sources of base layers besides XYZ; loaded by `loadSourceCode`. */
export { default as BingMaps } from 'ol/source/BingMaps.js';
export { default as TileWMS } from 'ol/source/TileWMS.js';
