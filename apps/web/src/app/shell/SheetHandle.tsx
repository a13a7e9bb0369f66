import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './AsideFrame.module.css';
import { layout } from './layoutState.ts';

const swipePx = 16;

/** Raises and lowers the sheet by swipe, tap or keyboard: a swipe and an arrow key by one height. */
export function SheetHandle({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTexts();
  const startY = useRef<number | null>(null);
  const hasSwiped = useRef(false);

  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    startY.current = event.clientY;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const end = (event: PointerEvent) => {
    const downPx = event.clientY - (startY.current ?? event.clientY);
    startY.current = null;
    hasSwiped.current = Math.abs(downPx) > swipePx;
    if (downPx > swipePx && isOpen) layout.lowerSheet();
    if (downPx < -swipePx) layout.raiseSheet();
  };
  // The browser sends a click after a swipe as well.
  const tap = () => {
    if (!hasSwiped.current) layout.toggleAside();
    hasSwiped.current = false;
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp') layout.raiseSheet();
    else if (event.key === 'ArrowDown' && isOpen) layout.lowerSheet();
    else return;
    event.preventDefault();
  };

  return (
    <button
      type="button"
      className={classes.handle}
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'SHELL.HIDE_ASIDE' : 'SHELL.SHOW_ASIDE')}
      onPointerDown={begin}
      onPointerUp={end}
      onClick={tap}
      onKeyDown={press}
    />
  );
}
