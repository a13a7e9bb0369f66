import { ActionIcon, Loader } from '@mantine/core';
import { limits } from '@pgis/contract';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { FoundList, optionId } from './FoundList.tsx';
import classes from './PlaceSearch.module.css';
import type { usePlaceSearch } from './usePlaceSearch.ts';
import { useSearchBox } from './useSearchBox.ts';

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
        <FoundList id={listId} items={items} activeIndex={activeIndex} onSelect={select} />
        <SearchNote {...results} />
      </div>
      <div role="status" className="visually-hidden">
        {isListOpen && results.isCurrent && t('SEARCH.FOUND', { count: items.length })}
      </div>
    </search>
  );
}

type SearchNoteProps = Pick<
  ReturnType<typeof usePlaceSearch>,
  'found' | 'isFailed' | 'isCurrent' | 'isCadastreOff'
>;

function SearchNote({ found, isFailed, isCurrent, isCadastreOff }: SearchNoteProps) {
  const { t } = useTexts();
  if (isCadastreOff) return <p className={classes.note}>{t('SEARCH.CADASTRE_OFF')}</p>;
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
