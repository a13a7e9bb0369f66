import type { FoundPlace } from '@pgis/contract';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMap } from '../../map/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useShowObject } from '../objects/index.ts';
import { usePlaceSearch } from './usePlaceSearch.ts';

/** BREAD-04. */
const PLACE_ZOOM = 15;
const NONE = -1;

/**
 * State and keys of the search box, a combobox as the WAI-ARIA patterns describe it. Mantine's Combobox would add 5 kB to
 * the first load of the public map, and it keeps `aria-activedescendant` after the text has changed.
 */
export function useSearchBox() {
  const map = useMap();
  const showObject = useShowObject();
  const isNarrow = useIsBelow('narrow');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(NONE);
  /** Enter was pressed before the answer came: its first result is selected then. */
  const [isFirstRequested, setFirstRequested] = useState(false);
  const results = usePlaceSearch(isOpen ? text : '');
  const { found, isCurrent } = results;
  const items = found?.items ?? [];

  const type = (next: string) => {
    setText(next);
    setActiveIndex(NONE);
    setFirstRequested(false);
    setOpen(next.trim() !== '');
  };
  const select = (item: FoundPlace | undefined) => {
    if (item === undefined) return;
    setText(item.name === '' && item.kind === 'object' ? item.reference : item.name);
    setActiveIndex(NONE);
    setOpen(false);
    // Closes the keyboard of a phone, so that the map is visible.
    if (isNarrow) input.current?.blur();
    if (item.kind === 'place') map.camera.centerOn(item.lonLat, PLACE_ZOOM);
    else showObject?.(item.id);
  };
  const selectFirst = useEffectEvent(() => {
    setFirstRequested(false);
    select(items[0]);
  });
  useEffect(() => {
    if (isFirstRequested && isCurrent) selectFirst();
  }, [isFirstRequested, isCurrent]);

  const moveActive = (by: 1 | -1) => {
    if (items.length === 0) return;
    const from = activeIndex === NONE && by < 0 ? 0 : activeIndex;
    setActiveIndex((from + by + items.length) % items.length);
  };
  const pressKey = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        if (isOpen) moveActive(event.key === 'ArrowDown' ? 1 : -1);
        else type(text);
        break;
      case 'Enter':
        if (isOpen && isCurrent) select(items[Math.max(activeIndex, 0)]);
        else setFirstRequested(text.trim() !== '');
        break;
      case 'Escape':
        // The map takes Escape too: it ends a drawing.
        event.stopPropagation();
        if (isOpen) setOpen(false);
        else type('');
    }
  };

  return {
    results,
    items,
    text,
    /** undefined if no option is active. */
    activeIndex: activeIndex === NONE ? undefined : activeIndex,
    isListOpen: isOpen && (found !== undefined || results.isFailed || results.isCadastreOff),
    select,
    clear(): void {
      type('');
      input.current?.focus();
    },
    inputProps: {
      ref: input,
      value: text,
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
        type(currentTarget.value),
      onKeyDown: pressKey,
      onClick: () => setOpen(text.trim() !== ''),
      onBlur: () => {
        setText(text.trim()); // DLG-07
        setOpen(false);
      },
    },
  };
}
