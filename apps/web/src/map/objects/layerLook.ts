import {
  compileChooser,
  fillTemplate,
  type GeomStyle,
  listDrawnStyles,
  parseGeomStyle,
} from '@pgis/cartography';
import { createStyleFunction, type LayerStyleFunction } from '@pgis/cartography/ol';
import { loadIconFonts } from '../iconFonts.ts';
import { findRecord } from './toOlFeature.ts';

/** How a layer would be drawn; made by `makeLayerLook`, opaque to all but the map. */
export type LayerLook = LayerStyleFunction;

/** A style that is not saved yet: labels, which come with the objects otherwise, are filled in here. */
export async function makeLayerLook(input: GeomStyle): Promise<LayerLook> {
  const { style } = parseGeomStyle(input);
  await loadIconFonts(style);
  const choose = compileChooser(style);
  const labels = listDrawnStyles(style).map(({ objLabel }) => objLabel);
  return createStyleFunction(style, {
    pixelRatio: Math.max(1, window.devicePixelRatio),
    dataOf: (feature) => findRecord(feature)?.wire.data,
    labelOf: (feature) => {
      const wire = findRecord(feature)?.wire;
      return wire && fillTemplate(labels[choose(wire.data)] ?? '', wire);
    },
  });
}
