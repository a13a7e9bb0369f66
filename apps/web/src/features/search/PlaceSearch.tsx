import { ActionIcon, Loader } from '@mantine/core';
import type { FoundPlace } from '@pgis/contract';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useShowObject } from '../objects/index.ts';
import { FoundList, optionId } from './FoundList.tsx';
import classes from './PlaceSearch.module.css';
import { usePlaceSearch } from './usePlaceSearch.ts';

/** BREAD-04. */
const PLACE_ZOOM = 15;
const NONE = -1;

interface PlaceSearchProps {
  /** On the map it stands alone, in the breadcrumb bar among other controls. */
  readonly place: 'bar' | 'map';
}

/** The search box for places and objects (BREAD-03..06): a combobox, as the WAI-ARIA patterns describe it. */
export function PlaceSearch({ place }: PlaceSearchProps) {
  const { t } = useTexts();
  const map = useMap();
  const showObject = useShowObject();
  const isShort = useIsBelow('short');
  const isNarrow = useIsBelow('narrow');
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  /** Enter was pressed before the answer came. */
  const [isEager, setEager] = useState(false);
  const { found, isFailed, isSearching, isCurrent } = usePlaceSearch(isOpen ? text : '');
  const items = found?.items ?? [];
  const isShown = isOpen && (found !== undefined || isFailed);

  const type = (next: string) => {
    setText(next);
    setActive(NONE);
    setEager(false);
    setOpen(next.trim() !== '');
  };
  const clear = () => {
    type('');
    input.current?.focus();
  };
  const choose = (item: FoundPlace | undefined) => {
    if (item === undefined) return;
    setText(item.name === '' && item.kind === 'object' ? item.reference : item.name);
    setActive(NONE);
    setOpen(false);
    // The keyboard of a phone gives the map free.
    if (isNarrow) input.current?.blur();
    if (item.kind === 'place') map.camera.centerOn(item.lonLat, PLACE_ZOOM);
    else showObject?.(item.id);
  };
  useEffect(() => {
    if (!isEager || !isCurrent) return;
    setEager(false);
    choose(items[0]);
  });
  const move = (by: 1 | -1) => {
    if (items.length === 0) return;
    const from = active === NONE && by < 0 ? 0 : active;
    setActive((from + by + items.length) % items.length);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1);
      else type(text);
    }
    if (event.key === 'Enter') {
      if (isOpen && isCurrent) choose(items[Math.max(active, 0)]);
      else setEager(text.trim() !== '');
    }
    if (event.key === 'Escape') {
      // The map takes Escape too: it ends a drawing.
      event.stopPropagation();
      if (isOpen) setOpen(false);
      else type('');
    }
  };

  return (
    <search className={classes.search} data-place={place} data-short={isShort || undefined}>
      <div className={classes.box}>
        <IconSearch size={isNarrow ? 20 : 16} aria-hidden="true" className={classes.icon} />
        <input
          ref={input}
          className={classes.input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          aria-label={t('SEARCH.LABEL')}
          placeholder={t(isShort && place === 'bar' ? 'SEARCH.LABEL_SHORT' : 'SEARCH.LABEL')}
          aria-autocomplete="list"
          aria-expanded={isShown && items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active === NONE ? undefined : optionId(listId, active)}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={pressKey}
          onClick={() => setOpen(text.trim() !== '')}
          onBlur={() => setOpen(false)}
        />
        {isSearching && <Loader size={14} aria-hidden="true" />}
        {text !== '' && (
          <ActionIcon
            aria-label={t('SEARCH.CLEAR')}
            className={classes.clear ?? ''}
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.panel} hidden={!isShown}>
        <FoundList id={listId} items={items} active={active} onChoose={choose} />
        <SearchNote found={found} isFailed={isFailed} isCurrent={isCurrent} />
      </div>
      <div role="status" className="visually-hidden">
        {isShown && isCurrent && t('SEARCH.FOUND', { count: items.length })}
      </div>
    </search>
  );
}

type SearchNoteProps = Pick<ReturnType<typeof usePlaceSearch>, 'found' | 'isFailed' | 'isCurrent'>;

function SearchNote({ found, isFailed, isCurrent }: SearchNoteProps) {
  const { t } = useTexts();
  if (isFailed) return <p className={classes.note}>{t('SEARCH.FAILED')}</p>;
  if (found === undefined) return null;
  return (
    <>
      {found.items.length === 0 && isCurrent && <p className={classes.note}>{t('SEARCH.NOTHING')}</p>}
      {found.isServiceAway && <p className={classes.note}>{t('SEARCH.SERVICE_AWAY')}</p>}
      {found.attribution !== '' && (
        <p className={classes.source}>{t('SEARCH.ATTRIBUTION', { source: found.attribution })}</p>
      )}
    </>
  );
}
