import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

interface CardFocus {
  /** True when the card shows its list. */
  readonly isFilled: boolean;
  readonly onClose: () => void;
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Gives a card over the map the focus, moves it along the buttons of its list, and returns it when the card closes. A
 * press or the focus elsewhere closes the card.
 */
export function useCardFocus(card: RefObject<HTMLElement | null>, { isFilled, onClose }: CardFocus) {
  const opener = useRef<Element | null>(null);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    opener.current = document.activeElement;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !card.current?.contains(target)) latest.current();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [card]);
  useEffect(() => {
    const element = card.current;
    // A hidden element takes no focus.
    if (isFilled) (element?.querySelector('button') ?? element)?.focus({ preventScroll: true });
  }, [card, isFilled]);

  const close = () => {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    onClose();
  };
  const followKeys = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Escape') close();
    else if (step) {
      const buttons = [...(card.current?.querySelectorAll('button') ?? [])];
      const index = buttons.findIndex((button) => button.matches(':focus'));
      buttons[step(index, buttons.length)]?.focus();
    } else return;
    event.preventDefault();
    // Arrow keys would move the map, and Escape would end its tool.
    event.stopPropagation();
  };
  return { close, followKeys };
}
