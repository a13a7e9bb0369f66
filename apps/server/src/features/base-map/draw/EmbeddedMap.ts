import type { SKRSContext2D } from '@napi-rs/canvas';
import type { MapAsset } from '../MapAsset.ts';
import type { BaseMapColors } from './baseMapColors.ts';
import type { GroundView } from './GroundTile.ts';
import {
  ARROW_PX,
  LABEL_CELL_PX,
  type Label,
  type LabelCell,
  type LabelsByCell,
  layOutLabels,
  toPointer,
} from './labels/layOutLabels.ts';
import { registerBaseMapFonts } from './labels/registerBaseMapFonts.ts';
import { createRuler, setFont } from './labels/textRuler.ts';
import { smoothMap } from './smoothMap.ts';

const HALO_PX = 3;

/** The embedded map, ready to be drawn. */
export interface EmbeddedMap {
  /** The smoothed asset. */
  readonly map: MapAsset;
  /** Lists the labels that reach into a cell. */
  listLabels(cell: LabelCell): readonly Label[];
}

export function openEmbeddedMap(asset: MapAsset): EmbeddedMap {
  registerBaseMapFonts();
  const map = smoothMap(asset);
  const measure = createRuler();
  const layouts = new Map<number, LabelsByCell>();
  const listPlaced = ({ z, x, y }: LabelCell): readonly Label[] => {
    let layout = layouts.get(z);
    if (!layout) {
      layout = layOutLabels(map, z, measure);
      layouts.set(z, layout);
    }
    return layout.get(`${x}/${y}`) ?? [];
  };
  return {
    map,
    listLabels(cell) {
      const hasLabels = (other: LabelCell): boolean => listPlaced(other).length > 0;
      const pointer = toPointer(map, cell, { hasLabels, measure });
      return pointer ? [pointer] : listPlaced(cell);
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
  for (const { text, style, x, baseline, arrow } of labels) {
    setFont(context, style);
    const [textX, textY] = [x - left, baseline - top];
    context.strokeStyle = colors.halo;
    context.lineWidth = HALO_PX;
    context.strokeText(text, textX, textY);
    if (arrow !== undefined) {
      const middle = [textX - ARROW_PX / 2 - 1, textY - 0.35 * style.sizePx] as const;
      drawArrow(context, middle, { angle: arrow, color: colors[style.color], halo: colors.halo });
    }
    context.fillStyle = colors[style.color];
    context.fillText(text, textX, textY);
  }
}

const HALF_ARROW_PX = 4.5;
const ARROW_HEAD_PX = 3;

function drawArrow(
  context: SKRSContext2D,
  [x, y]: readonly [number, number],
  { angle, color, halo }: { readonly angle: number; readonly color: string; readonly halo: string },
): void {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(-HALF_ARROW_PX, 0);
  context.lineTo(HALF_ARROW_PX, 0);
  context.moveTo(HALF_ARROW_PX - ARROW_HEAD_PX, -ARROW_HEAD_PX);
  context.lineTo(HALF_ARROW_PX, 0);
  context.lineTo(HALF_ARROW_PX - ARROW_HEAD_PX, ARROW_HEAD_PX);
  context.lineCap = 'round';
  context.strokeStyle = halo;
  context.lineWidth = HALO_PX + 1;
  context.stroke();
  context.strokeStyle = color;
  context.lineWidth = 1.25;
  context.stroke();
  context.restore();
}
