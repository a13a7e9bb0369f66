import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { announceLayoutChange } from '../../../ui/layoutChanges.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { clampHeight, keyedHeight } from './dockHeight.ts';
import classes from './mapTable.module.css';
import { closeTable, foldTable, openedTable, type TableLayer } from './openedTable.ts';

const START_HEIGHT = 320;
/** The last height, until the page is closed. */
let lastHeight = START_HEIGHT;

interface DockFrameProps {
  readonly layer: TableLayer;
  readonly children: ReactNode;
}

/**
 * On wide screens a panel whose upper edge is moved by dragging or arrow keys; on narrow ones it fills the screen or
 * shows only its title bar.
 */
export function DockFrame({ layer, children }: DockFrameProps) {
  const { t } = useTexts();
  const map = useMap();
  const isNarrow = useIsBelow('narrow');
  const frame = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(lastHeight);
  const isFolded = useStore(openedTable, (opened) => opened.isFolded);
  const roomOf = () => frame.current?.parentElement?.clientHeight ?? window.innerHeight;
  const resize = (requestedPx: number) => {
    lastHeight = clampHeight(requestedPx, roomOf());
    setHeight(lastHeight);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes the size of the map.
  useEffect(announceLayoutChange, [height, isFolded, isNarrow]);
  // A tool is used on the map, which the table of a phone covers.
  useEffect(() => map.on('toolSelected', () => isNarrow && foldTable(true)), [map, isNarrow]);
  return (
    <section
      ref={frame}
      className={classes.dock}
      data-folded={isFolded || undefined}
      style={isNarrow || isFolded ? undefined : { height }}
      aria-label={t('TABLE.TITLE', { layer: layer.name })}
    >
      {!isNarrow && !isFolded && <Edge height={height} room={roomOf()} frame={frame} onResize={resize} />}
      <header className={classes.head}>
        <h2 className={classes.title}>{layer.name}</h2>
        <Tooltip label={t(isFolded ? 'TABLE.UNFOLD' : 'TABLE.FOLD')}>
          <ActionIcon
            aria-label={t(isFolded ? 'TABLE.UNFOLD' : 'TABLE.FOLD')}
            aria-expanded={!isFolded}
            onClick={() => foldTable(!isFolded)}
          >
            {isFolded ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('TABLE.CLOSE')}>
          <ActionIcon aria-label={t('TABLE.CLOSE')} onClick={closeTable}>
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div className={classes.body} hidden={isFolded}>
        {children}
      </div>
    </section>
  );
}

interface EdgeProps {
  readonly height: number;
  readonly room: number;
  readonly frame: { readonly current: HTMLElement | null };
  readonly onResize: (height: number) => void;
}

function Edge({ height, room, frame, onResize }: EdgeProps) {
  const { t } = useTexts();
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const bottom = frame.current?.getBoundingClientRect().bottom ?? 0;
    onResize(bottom - event.clientY);
  };
  const move = (event: KeyboardEvent) => {
    const next = keyedHeight(event.key, height, room);
    if (next === undefined) return;
    event.preventDefault();
    onResize(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged.
    <div
      role="separator"
      tabIndex={0}
      className={classes.edge}
      aria-orientation="horizontal"
      aria-label={t('TABLE.HEIGHT')}
      aria-valuenow={Math.round(height)}
      aria-valuemin={clampHeight(0, room)}
      aria-valuemax={clampHeight(room, room)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onKeyDown={move}
    />
  );
}
