import { ActionIcon, Loader } from '@mantine/core';
import { limits } from '@pgis/contract';
import { IconSearch, IconX } from '@tabler/icons-react';
import { Suspense, useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useFindLayer } from '../objects/index.ts';
import { optionId } from './optionId.ts';
import classes from './PlaceSearch.module.css';
import { useSearchBox } from './useSearchBox.ts';

/** Most visitors search for nothing; it loads when the box is focused. */
const FoundPanel = lazyPart(() => import('./FoundPanel.tsx'));

interface PlaceSearchProps {
  /** In the breadcrumb bar the box stands among other controls, on the map alone. */
  readonly slot: 'bar' | 'map';
}

/** The search box for places and objects (BREAD-03..06). */
export function PlaceSearch({ slot }: PlaceSearchProps) {
  const { t } = useTexts();
  const isShort = useIsBelow('short');
  const isNarrow = useIsBelow('narrow');
  const listId = useId();
  // The panel mounts with each search, and would ask for the layers anew.
  const findLayer = useFindLayer();
  const { results, items, text, activeIndex, isListOpen, select, clear, inputProps } = useSearchBox();
  return (
    <search className={classes.search} data-slot={slot} data-short={isShort || undefined}>
      <div className={classes.box}>
        <IconSearch size={isNarrow ? 20 : 16} aria-hidden="true" className={classes.icon} />
        <input
          className={classes.input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.placeQueryLength}
          aria-label={t('SEARCH.LABEL')}
          placeholder={t(isShort && slot === 'bar' ? 'SEARCH.LABEL_SHORT' : 'SEARCH.LABEL')}
          aria-autocomplete="list"
          aria-expanded={isListOpen && items.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeIndex === undefined ? undefined : optionId(listId, activeIndex)}
          onFocus={() => void FoundPanel.preload()}
          {...inputProps}
        />
        {results.isSearching && <Loader size={14} aria-hidden="true" />}
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
      <div className={classes.panel} hidden={!isListOpen}>
        {isListOpen && (
          <Suspense>
            <FoundPanel {...{ results, listId, activeIndex, findLayer }} onSelect={select} />
          </Suspense>
        )}
      </div>
      <div role="status" className="visually-hidden">
        {isListOpen && results.isCurrent && t('SEARCH.FOUND', { count: items.length })}
      </div>
    </search>
  );
}
