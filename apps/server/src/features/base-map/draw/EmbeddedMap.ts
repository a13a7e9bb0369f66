import type { SKRSContext2D } from '@napi-rs/canvas';
import type { MapAsset } from '../MapAsset.ts';
import type { BaseMapColors } from './baseMapColors.ts';
import { type Label, type LabelsByTile, layOutLabels } from './layOutLabels.ts';
import { registerBaseMapFonts } from './registerBaseMapFonts.ts';
import { smoothMap } from './smoothMap.ts';
import type { BaseMapTile } from './TileView.ts';
import { createRuler, setFont } from './textRuler.ts';

const HALO_PX = 3;

/** The embedded map, ready to be drawn. */
export interface EmbeddedMap {
  /** The smoothed asset. */
  readonly map: MapAsset;
  listLabels(tile: Pick<BaseMapTile, 'z' | 'x' | 'y'>): readonly Label[];
}

export function openEmbeddedMap(asset: MapAsset): EmbeddedMap {
  registerBaseMapFonts();
  const map = smoothMap(asset);
  const measure = createRuler();
  const layouts = new Map<number, LabelsByTile>();
  return {
    map,
    listLabels({ z, x, y }) {
      let layout = layouts.get(z);
      if (!layout) {
        layout = layOutLabels(map, z, measure);
        layouts.set(z, layout);
      }
      return layout.get(`${x}/${y}`) ?? [];
    },
  };
}

interface Origin {
  /** The north-west corner of the drawing in pixels of the world. */
  readonly left: number;
  readonly top: number;
}

export function drawLabels(
  context: SKRSContext2D,
  colors: BaseMapColors,
  labels: readonly Label[],
  { left, top }: Origin,
): void {
  for (const { text, style, x, baseline } of labels) {
    setFont(context, style);
    context.strokeStyle = style.color === 'waterLabel' ? colors.water : colors.halo;
    context.lineWidth = HALO_PX;
    context.strokeText(text, x - left, baseline - top);
    context.fillStyle = colors[style.color];
    context.fillText(text, x - left, baseline - top);
  }
}
