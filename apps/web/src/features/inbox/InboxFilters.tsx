import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type CaseSort, caseSorts, limits } from '@pgis/contract';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { statusesQuery } from '../../layers/layerQueries.ts';
import type { InboxLocation } from '../../objects/inboxLocation.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { useLayerList } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import classes from './inbox.module.css';

const TYPING_MS = 300;
const ANY = '';

interface InboxFiltersProps {
  readonly location: InboxLocation;
  readonly onChange: (changes: Partial<InboxLocation>) => void;
}

const toId = (value: string | null): number | null => (value ? Number(value) : null);

/** Layer, status, order and text of the list. */
export function InboxFilters({ location, onChange }: InboxFiltersProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const { data: groups = [] } = useLayerList();
  const layers = groups.flatMap(({ childClassifiers }) =>
    childClassifiers.filter(({ caseLayer, sourceId }) => caseLayer !== null && sourceId === null),
  );
  const { data: statuses = [] } = useQuery(statusesQuery(user?.userId ?? null));
  return (
    <search className={classes.filters} aria-label={t('INBOX.FILTER')}>
      <Select
        size="xs"
        aria-label={t('REPORTS.LAYER')}
        data={[
          { value: ANY, label: t('INBOX.ALL_LAYERS') },
          ...layers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={location.layerId === null ? ANY : String(location.layerId)}
        allowDeselect={false}
        onChange={(value) => onChange({ layerId: toId(value) })}
      />
      <Select
        size="xs"
        aria-label={t('TABLE.STATUS')}
        data={[
          { value: ANY, label: t('INBOX.ANY_STATUS') },
          ...statuses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={location.statusId === null ? ANY : String(location.statusId)}
        allowDeselect={false}
        onChange={(value) => onChange({ statusId: toId(value) })}
      />
      <Select
        size="xs"
        aria-label={t('INBOX.SORT')}
        data={caseSorts.map((value) => ({ value, label: t(`INBOX.SORTS.${value}`) }))}
        value={location.sort}
        allowDeselect={false}
        onChange={(value) => onChange({ sort: value as CaseSort })}
      />
      <SearchText text={location.text} onChange={(text) => onChange({ text })} />
    </search>
  );
}

/** The text as it is typed; the list follows when the user pauses. */
function SearchText({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onChange(sent.current);
  }, TYPING_MS);
  // Back and a link that is opened bring another text.
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  return (
    <TrimmedTextInput
      size="xs"
      type="search"
      data-inbox-search
      aria-label={t('INBOX.SEARCH')}
      placeholder={t('INBOX.SEARCH')}
      leftSection={<IconSearch size={14} />}
      maxLength={limits.reportTextLength}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        send(next);
      }}
      // The keys of the list act again once the field is left.
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  );
}
