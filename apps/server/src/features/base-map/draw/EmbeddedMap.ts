import type { SKRSContext2D } from '@napi-rs/canvas';
import type { MapAsset } from '../MapAsset.ts';
import type { BaseMapColors } from './baseMapColors.ts';
import type { GroundView } from './GroundTile.ts';
import { LABEL_CELL_PX, type Label, type LabelsByTile, layOutLabels } from './layOutLabels.ts';
import { registerBaseMapFonts } from './registerBaseMapFonts.ts';
import { smoothMap } from './smoothMap.ts';
import { createRuler, setFont } from './textRuler.ts';

const HALO_PX = 3;

/** The embedded map, ready to be drawn. */
export interface EmbeddedMap {
  /** The smoothed asset. */
  readonly map: MapAsset;
  /** Lists the labels that reach into a cell, which is a tile of 256 px. */
  listLabels(cell: { readonly z: number; readonly x: number; readonly y: number }): readonly Label[];
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

/** Lists the labels that reach into a view. */
export function listLabelsIn(
  { listLabels }: EmbeddedMap,
  { zoom, left, top, sizePx }: GroundView,
): readonly Label[] {
  const labels = new Set<Label>();
  for (let y = top; y < top + sizePx; y += LABEL_CELL_PX)
    for (let x = left; x < left + sizePx; x += LABEL_CELL_PX)
      for (const label of listLabels({ z: zoom, x: x / LABEL_CELL_PX, y: y / LABEL_CELL_PX }))
        labels.add(label);
  return [...labels];
}

export function drawLabels(
  context: SKRSContext2D,
  colors: BaseMapColors,
  labels: readonly Label[],
  { left, top }: Pick<GroundView, 'left' | 'top'>,
): void {
  for (const { text, style, x, baseline } of labels) {
    setFont(context, style);
    context.strokeStyle = colors.halo;
    context.lineWidth = HALO_PX;
    context.strokeText(text, x - left, baseline - top);
    context.fillStyle = colors[style.color];
    context.fillText(text, x - left, baseline - top);
  }
}
