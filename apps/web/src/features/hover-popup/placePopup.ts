export interface Place {
  readonly left: number;
  /** Distance from the upper or from the lower edge of the map: growing, the popup keeps off what is pointed at. */
  readonly top?: number;
  readonly bottom?: number;
  readonly maxHeight: number;
  /** Points at the anchor from above or from below; none when the popup stands beside. */
  readonly tail?: { readonly left: number; readonly isBelow: boolean };
}

interface Surroundings {
  readonly anchor: readonly [x: number, y: number];
  /** Kept free around the anchor. */
  readonly gapPx: number;
  readonly popup: { readonly width: number; readonly height: number };
  readonly area: { readonly width: number; readonly height: number };
}

/** Between the popup and the edge of the map. */
const MARGIN_PX = 8;
/** The tail keeps off the round corners. */
const TAIL_PX = 14;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** Above the anchor, else below it, else beside it, wherever it fits whole; inside the map and beside the anchor always. */
export function placePopup({ anchor: [x, y], gapPx, popup, area }: Surroundings): Place {
  const above = y - gapPx - MARGIN_PX;
  const below = area.height - y - gapPx - MARGIN_PX;
  const left = clamp(x - popup.width / 2, MARGIN_PX, area.width - popup.width - MARGIN_PX);
  const tailLeft = clamp(x - left, TAIL_PX, popup.width - TAIL_PX);
  const placeAbove: Place = {
    left,
    bottom: area.height - y + gapPx,
    maxHeight: above,
    tail: { left: tailLeft, isBelow: false },
  };
  const placeBelow: Place = {
    left,
    top: y + gapPx,
    maxHeight: below,
    tail: { left: tailLeft, isBelow: true },
  };
  if (popup.height <= above) return placeAbove;
  if (popup.height <= below) return placeBelow;
  const maxHeight = area.height - 2 * MARGIN_PX;
  const top = clamp(y - popup.height / 2, MARGIN_PX, Math.max(MARGIN_PX, maxHeight - popup.height));
  if (x + gapPx + popup.width + MARGIN_PX <= area.width) return { left: x + gapPx, top, maxHeight };
  if (x - gapPx - popup.width >= MARGIN_PX) return { left: x - gapPx - popup.width, top, maxHeight };
  return above >= below ? placeAbove : placeBelow;
}
