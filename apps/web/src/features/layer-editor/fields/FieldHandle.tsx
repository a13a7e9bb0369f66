import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../../i18n/index.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { dropIndex } from './dropIndex.ts';
import classes from './FieldHandle.module.css';

interface FieldHandleProps {
  readonly field: string;
  readonly index: number;
  readonly count: number;
  readonly isDisabled: boolean;
  /** Moves the field to another index of the list. */
  readonly onMove: (to: number) => void;
}

/** Handle by which a field is dragged to another position, or moved with Alt and the arrows. */
export function FieldHandle({ field, index, count, isDisabled, onMove }: FieldHandleProps) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const move = (to: number) => {
    if (to === index || to < 0 || to >= count) return;
    flushSync(() => onMove(to));
    // A row that changes its position in the document loses the focus.
    button.current?.focus();
  };
  const dragOver = (row: HTMLElement, clientY: number) => {
    const { top, height } = row.getBoundingClientRect();
    move(
      dropIndex(index, { over: Number(row.dataset.fieldIndex), isPastMiddle: clientY > top + height / 2 }),
    );
  };
  /** The listeners of a drag outlive the render in which it begins. */
  const latestDragOver = useRef(dragOver);
  const drag = useRef<AbortController>(null);
  useEffect(() => {
    latestDragOver.current = dragOver;
  });
  useEffect(() => () => drag.current?.abort(), []);

  const startDrag = (event: PointerEvent) => {
    if (event.button !== 0) return;
    drag.current?.abort();
    drag.current = new AbortController();
    const { signal } = drag.current;
    const end = () => drag.current?.abort();
    const list = button.current?.closest('ul');
    document.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-field-index]');
        if (row && row.parentElement === list) latestDragOver.current(row, clientY);
      },
      { signal },
    );
    for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, end, { signal });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    move(index + step);
  };
  return (
    <Tooltip label={t('FIELDS.MOVE')}>
      <ActionIcon
        ref={button}
        className={classes.handle ?? ''}
        disabled={isDisabled}
        aria-label={t('FIELDS.MOVE_OF', { field })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onPointerDown={startDrag}
        onKeyDown={onKeyDown}
      >
        <IconGripVertical size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
