import { Button, Select } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { auditActions, auditEntities, limits, userNameOf } from '@pgis/contract';
import { IconDownload, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { DatePicker } from '../../ui/inputs/DatePicker.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { useSession } from '../session/index.ts';
import classes from './log.module.css';
import { type LogFilter, parseLogFilter } from './logFilter.ts';
import { logUsersQuery, MAX_USERS } from './logQueries.ts';
import type { useLogNames } from './useLogNames.ts';

const SEARCH_DELAY_MS = 300;

interface LogFiltersProps {
  readonly filter: LogFilter;
  readonly layerGroups: ReturnType<typeof useLogNames>['layerGroups'];
  readonly onChange: (filter: LogFilter) => void;
  readonly onExport: () => void;
  readonly isExporting: boolean;
}

type Field = keyof LogFilter;
const toOption = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  value: String(id),
  label: name,
});

/** Filters by text, days, user, action, subject and layer; all given ones apply together. */
export function LogFilters({ filter, layerGroups, onChange, onExport, isExporting }: LogFiltersProps) {
  const { t } = useTexts();
  const set = (field: Field, value: unknown) => onChange(parseLogFilter({ ...filter, [field]: value }));
  const idText = (id: number | undefined) => (id === undefined ? null : String(id));
  return (
    <div className={classes.bar}>
      <SearchText
        key={filter.q === undefined ? 'none' : 'some'}
        text={filter.q ?? ''}
        onChange={(q) => set('q', q)}
      />
      <DatePicker
        className={classes.date ?? ''}
        aria-label={t('LOG.FROM')}
        placeholder={t('LOG.FROM')}
        value={filter.from ?? null}
        onChange={(from) => set('from', from)}
      />
      <DatePicker
        className={classes.date ?? ''}
        aria-label={t('LOG.TO')}
        placeholder={t('LOG.TO')}
        value={filter.to ?? null}
        error={
          filter.from !== undefined &&
          filter.to !== undefined &&
          filter.from > filter.to &&
          t('COMMON.ENDS_BEFORE_START')
        }
        onChange={(to) => set('to', to)}
      />
      <UserSelect selectedId={filter.user} onChange={(user) => set('user', user)} />
      <Select
        aria-label={t('LOG.ACTION')}
        placeholder={t('LOG.ANY_ACTION')}
        clearable
        searchable
        nothingFoundMessage={t('LOG.NOTHING_FOUND')}
        data={auditActions.map((value) => ({ value, label: t(`LOG.ACTIONS.${value}`) }))}
        value={filter.action ?? null}
        onChange={(action) => set('action', action)}
      />
      <Select
        aria-label={t('LOG.ABOUT')}
        placeholder={t('LOG.ANYTHING')}
        clearable
        data={auditEntities.map((value) => ({ value, label: t(`LOG.ENTITIES.${value}`) }))}
        value={filter.entity ?? null}
        onChange={(entity) => onChange(parseLogFilter({ ...filter, entity, entityId: undefined }))}
      />
      <Select
        aria-label={t('LOG.LAYER')}
        placeholder={t('LOG.ANY_LAYER')}
        clearable
        searchable
        nothingFoundMessage={t('LOG.NOTHING_FOUND')}
        data={layerGroups.map(({ name, childClassifiers }) => ({
          group: name,
          items: childClassifiers.map(toOption),
        }))}
        value={idText(filter.layer)}
        onChange={(layer) => set('layer', layer)}
      />
      <div className={classes.buttons}>
        {Object.keys(filter).length > 0 && (
          <Button variant="subtle" leftSection={<IconFilterOff size={16} />} onClick={() => onChange({})}>
            {t('LOG.CLEAR')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={isExporting}
          onClick={onExport}
        >
          {t('LOG.CSV')}
        </Button>
      </div>
    </div>
  );
}

/** Keeps the typed text and passes it on when the user stops typing. */
function SearchText({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(text);
  const pass = useDebouncedCallback(onChange, SEARCH_DELAY_MS);
  return (
    <TrimmedTextInput
      className={classes.search ?? ''}
      aria-label={t('LOG.SEARCH')}
      placeholder={t('LOG.SEARCH')}
      leftSection={<IconSearch size={16} />}
      maxLength={limits.logQueryLength}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        pass(next);
      }}
    />
  );
}

interface UserSelectProps {
  readonly selectedId: number | undefined;
  readonly onChange: (userId: string | null) => void;
}

/** Selects a user; if there are more than `MAX_USERS`, the server searches them by name and e-mail. */
function UserSelect({ selectedId, onChange }: UserSelectProps) {
  const { t } = useTexts();
  const { user: self } = useSession();
  const userId = self?.userId;
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const all = useQuery(logUsersQuery(userId, ''));
  const isSearch = (all.data?.total ?? 0) > MAX_USERS;
  const { data } = useQuery(logUsersQuery(userId, isSearch ? searched : ''));
  const users = (data?.items ?? []).map((user) => ({ value: String(user.id), label: userNameOf(user) }));
  const value = selectedId === undefined ? null : String(selectedId);
  // A user who is not in the list, such as one from a link, is still the filter.
  const options =
    value === null || users.some((option) => option.value === value)
      ? users
      : [...users, { value, label: `#${value}` }];
  return (
    <Select
      aria-label={t('LOG.USER')}
      placeholder={t('LOG.ANY_USER')}
      clearable
      searchable
      nothingFoundMessage={t('LOG.NOTHING_FOUND')}
      data={options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
    />
  );
}
