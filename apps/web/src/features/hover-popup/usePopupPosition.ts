import { type RefObject, useLayoutEffect, useState } from 'react';
import type { HoveredObject } from '../../map/index.ts';
import { type PopupPosition, positionPopup } from './positionPopup.ts';

/** Upper and lower border together. */
const BORDER_PX = 2;

interface Target extends Pick<HoveredObject, 'anchor' | 'gapPx'> {
  /** The popup scrolls beyond this height. */
  readonly maxHeightPx?: number;
}

/** The position of the popup once its size is known; updated when images make it taller. */
export function usePopupPosition(
  box: RefObject<HTMLDivElement | null>,
  { anchor, gapPx, maxHeightPx = Infinity }: Target,
  isVisible: boolean,
): PopupPosition | undefined {
  const [position, setPosition] = useState<PopupPosition>();
  useLayoutEffect(() => {
    const element = box.current;
    const popupElement = element?.parentElement;
    const parent = popupElement?.offsetParent;
    if (!isVisible || !element || !popupElement || !parent) return undefined;
    const update = () => {
      const popup = {
        width: popupElement.offsetWidth,
        height: Math.min(element.scrollHeight + BORDER_PX, maxHeightPx),
      };
      const area = { width: parent.clientWidth, height: parent.clientHeight };
      const found = positionPopup({ anchor, gapPx, popup, area });
      setPosition({ ...found, maxHeight: Math.min(found.maxHeight, maxHeightPx) });
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, anchor, gapPx, maxHeightPx, isVisible]);
  return position;
}
