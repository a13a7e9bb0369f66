import type { SKRSContext2D } from '@napi-rs/canvas';
import type { BaseMapScheme } from '../../draw/baseMapColors.ts';
import type { GroundView } from '../../draw/GroundTile.ts';
import type { PixelBox } from '../../draw/labels/layOutLabels.ts';
import { setFont } from '../../draw/labels/textRuler.ts';
import { BASELINE_SHARE, type NameLabel } from './NameLabel.ts';
import { nameColors, nameStyles } from './nameStyles.ts';

interface NameDrawing {
  readonly labels: readonly NameLabel[];
  readonly view: GroundView;
  readonly scheme: BaseMapScheme;
}

/** Draws names over whatever the canvas shows. */
export function drawNames(context: SKRSContext2D, { labels, view, scheme }: NameDrawing): void {
  const colors = nameColors[scheme];
  context.lineJoin = 'round';
  context.setLineDash([]);
  for (const { nameClass, font, runs, frame } of labels) {
    const { color, haloPx } = nameStyles[nameClass];
    if (frame) drawShield(context, frame, { view, scheme });
    setFont(context, font);
    const baseline = BASELINE_SHARE * font.sizePx;
    const forEachRun = (draw: (text: string) => void): void => {
      for (const { text, x, y, angle } of runs) {
        context.save();
        context.translate(x - view.left, y - view.top);
        if (angle !== 0) context.rotate(angle);
        context.translate(0, baseline);
        draw(text);
        context.restore();
      }
    };
    context.strokeStyle = colors.halo;
    context.lineWidth = haloPx;
    // All halos come before the first letter: the halo of a letter would cover the one before it.
    if (haloPx > 0) forEachRun((text) => context.strokeText(text, 0, 0));
    context.fillStyle = colors[color];
    forEachRun((text) => context.fillText(text, 0, 0));
  }
}

const SHIELD_RADIUS_PX = 2;

function drawShield(
  context: SKRSContext2D,
  [minX, minY, maxX, maxY]: PixelBox,
  { view, scheme }: Omit<NameDrawing, 'labels'>,
): void {
  const { shield, shieldLine } = nameColors[scheme];
  context.beginPath();
  context.roundRect(minX - view.left, minY - view.top, maxX - minX, maxY - minY, SHIELD_RADIUS_PX);
  context.fillStyle = shield;
  context.fill();
  context.strokeStyle = shieldLine;
  context.lineWidth = 1;
  context.stroke();
}
