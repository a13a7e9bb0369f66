const LONG_PRESS_MS = 600;
/** Movement in pixels that is allowed, because a finger trembles more than a mouse. */
const STILL_PX = 10;

interface LongPress {
  /** True if the touch in progress, or the last one, was a long press and so no tap. */
  readonly wasLong: () => boolean;
  readonly stop: () => void;
}

/** Reports a finger that is held in one position on a touch screen, in pixels of the element. */
export function watchLongPress(
  element: HTMLElement,
  onLongPress: (pixel: readonly [number, number]) => void,
): LongPress {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: readonly [number, number] = [0, 0];
  let wasLong = false;
  let isTouched = false;

  const begin = ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
    clearTimeout(timer);
    wasLong = false;
    isTouched = pointerType === 'touch';
    // A second finger zooms.
    if (!isTouched || !isPrimary) return;
    start = [clientX, clientY];
    timer = setTimeout(() => {
      const { left, top } = element.getBoundingClientRect();
      wasLong = true;
      onLongPress([clientX - left, clientY - top]);
    }, LONG_PRESS_MS);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - start[0], clientY - start[1]) > STILL_PX) clearTimeout(timer);
  };
  const end = () => clearTimeout(timer);
  // The context menu of a long press would cover the popup.
  const preventMenu = (event: Event) => isTouched && event.preventDefault();

  element.addEventListener('pointerdown', begin);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
  element.addEventListener('contextmenu', preventMenu);
  return {
    wasLong: () => wasLong,
    stop: () => {
      end();
      element.removeEventListener('pointerdown', begin);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      element.removeEventListener('contextmenu', preventMenu);
    },
  };
}
