import {
  compileChooser,
  fillTemplate,
  type GeomStyle,
  listDrawnStyles,
  parseGeomStyle,
} from '@pgis/cartography';
import { createStyleFunction, type LayerStyleFunction } from '@pgis/cartography/ol';
import { loadIconFonts } from '../../view/iconFonts.ts';
import type { LoadImage } from './LayerImages.ts';
import { findRecord } from './toOlFeature.ts';

/** Appearance of a layer in the browser and on the server; made by `makeLayerAppearance`, opaque to all but the map. */
export interface LayerAppearance {
  readonly styleOf: LayerStyleFunction;
  readonly loadImage: LoadImage;
}

/**
 * A style that is not saved yet: labels, which come with the objects otherwise, are filled in here. `loadImage` asks for
 * pictures in this style.
 */
export async function makeLayerAppearance(input: GeomStyle, loadImage: LoadImage): Promise<LayerAppearance> {
  const { style } = parseGeomStyle(input);
  await loadIconFonts(style);
  const choose = compileChooser(style);
  const labels = listDrawnStyles(style).map(({ objLabel }) => objLabel);
  const styleOf = createStyleFunction(style, {
    pixelRatio: Math.max(1, window.devicePixelRatio),
    dataOf: (feature) => findRecord(feature)?.wire.data,
    labelOf: (feature) => {
      const wire = findRecord(feature)?.wire;
      return wire && fillTemplate(labels[choose(wire.data)] ?? '', wire);
    },
  });
  return { styleOf, loadImage };
}
