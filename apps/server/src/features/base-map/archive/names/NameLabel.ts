import type { PixelBox } from '../../draw/labels/layOutLabels.ts';
import type { FontStyle } from '../../draw/labels/textRuler.ts';
import type { NameClass } from '../schema/MapName.ts';
import type { GlyphRun } from './placeAlongLine.ts';

/** A name at a position; all coordinates are pixels of the world at one zoom. */
export interface NameLabel {
  readonly nameClass: NameClass;
  readonly text: string;
  readonly font: FontStyle;
  readonly runs: readonly GlyphRun[];
  /** The middle of the name, which decides in which cell it lies. */
  readonly x: number;
  readonly y: number;
  /** The space that no other name may enter. */
  readonly boxes: readonly PixelBox[];
  /** The border of a shield. */
  readonly frame?: PixelBox;
  /** Everything that is drawn. */
  readonly bounds: PixelBox;
  /** Within a class names of a smaller rank are placed first. */
  readonly rank: number;
  readonly hash: number;
}

/** Distance from the middle line of a text to its baseline, as a share of the size: half of a capital letter. */
export const BASELINE_SHARE = 0.35;
