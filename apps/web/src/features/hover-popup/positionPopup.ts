export interface PopupPosition {
  readonly left: number;
  /** Distance from the upper or lower edge of the map, so that a growing popup does not cover the object. */
  readonly top?: number;
  readonly bottom?: number;
  readonly maxHeight: number;
  /** Side of the tail that points at the anchor; missing if the popup is beside it. */
  readonly tail?: { readonly left: number; readonly isBelow: boolean };
}

interface PopupGeometry {
  readonly anchor: readonly [x: number, y: number];
  /** Free space around the anchor, in pixels. */
  readonly gapPx: number;
  readonly popup: { readonly width: number; readonly height: number };
  readonly area: { readonly width: number; readonly height: number };
}

/** Distance between the popup and the edge of the map, in pixels. */
const MARGIN_PX = 8;
/** The tail stays clear of the rounded corners. */
const TAIL_PX = 14;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** Places the popup above the anchor, else below, else beside it, where it fits; always inside the map and off the anchor. */
export function positionPopup({ anchor: [x, y], gapPx, popup, area }: PopupGeometry): PopupPosition {
  const above = y - gapPx - MARGIN_PX;
  const below = area.height - y - gapPx - MARGIN_PX;
  const left = clamp(x - popup.width / 2, MARGIN_PX, area.width - popup.width - MARGIN_PX);
  const tailLeft = clamp(x - left, TAIL_PX, popup.width - TAIL_PX);
  const positionAbove: PopupPosition = {
    left,
    bottom: area.height - y + gapPx,
    maxHeight: above,
    tail: { left: tailLeft, isBelow: false },
  };
  const positionBelow: PopupPosition = {
    left,
    top: y + gapPx,
    maxHeight: below,
    tail: { left: tailLeft, isBelow: true },
  };
  if (popup.height <= above) return positionAbove;
  if (popup.height <= below) return positionBelow;
  const maxHeight = area.height - 2 * MARGIN_PX;
  const top = clamp(y - popup.height / 2, MARGIN_PX, Math.max(MARGIN_PX, maxHeight - popup.height));
  if (x + gapPx + popup.width + MARGIN_PX <= area.width) return { left: x + gapPx, top, maxHeight };
  if (x - gapPx - popup.width >= MARGIN_PX) return { left: x - gapPx - popup.width, top, maxHeight };
  return above >= below ? positionAbove : positionBelow;
}
