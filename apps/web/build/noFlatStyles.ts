/**
 * Replaces `ol/render/canvas/style` in the browser's bundle (8 kB of gzip: the language of flat styles). Our layers
 * have OpenLayers style objects or functions; any other style throws here.
 */
export function flatStyleLikeToStyleFunction(): never {
  throw new Error('flat styles are not in the bundle: give a Style or a function');
}
