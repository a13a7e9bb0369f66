import { useTexts } from '../../i18n/index.ts';
import { FoundList, type FoundListProps } from './FoundList.tsx';
import classes from './PlaceSearch.module.css';
import type { usePlaceSearch } from './usePlaceSearch.ts';

interface FoundPanelProps extends Omit<FoundListProps, 'id' | 'items'> {
  readonly results: ReturnType<typeof usePlaceSearch>;
  readonly listId: string;
}

/** Panel with the results of the search box, or the reason why there are none. */
export default function FoundPanel({ results, listId, ...list }: FoundPanelProps) {
  return (
    <>
      <FoundList id={listId} items={results.found?.items ?? []} {...list} />
      <SearchNote {...results} />
    </>
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
