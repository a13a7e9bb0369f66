import { Button, Pagination, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type UserSort, type UserStatus, userStatuses } from '@pgis/contract';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { AddButton } from '../AddButton.tsx';
import classes from '../admin.module.css';
import { useGroups, useUserList } from '../userQueries.ts';
import { PermissionsDrawer } from './PermissionsDrawer.tsx';
import { SessionsDrawer } from './SessionsDrawer.tsx';
import { UserDialog } from './UserDialog.tsx';
import { type OpenedUser, UserTable } from './UserTable.tsx';

const PAGE_SIZE = 25;
const SEARCH_DELAY_MS = 250;

type Opened = { readonly kind: 'invite' } | OpenedUser;

interface UsersTabProps {
  /** The group that the filter starts with. */
  readonly groupAtStart: number | null;
}

export function UsersTab({ groupAtStart }: UsersTabProps) {
  const { t } = useTexts();
  const { groups } = useGroups();
  const [filter, setFilter] = useState<UserFilter>({ text: '', status: null, groupId: groupAtStart });
  const [search] = useDebouncedValue(filter.text.trim(), SEARCH_DELAY_MS);
  const [sort, setSort] = useState<UserSort>('name');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useUserList({
    _size: PAGE_SIZE,
    _page: page,
    _sort: sort,
    ...(search !== '' && { _q: search }),
    ...(filter.status !== null && { _status: filter.status }),
    ...(filter.groupId !== null && { _group: filter.groupId }),
  });
  const pageCount = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  const close = () => setOpened(null);
  return (
    <>
      <div className={classes.bar}>
        <UserFilterFields
          filter={filter}
          onChange={(changes) => {
            setFilter({ ...filter, ...changes });
            setPage(1);
          }}
        />
        <AddButton
          text={t('ADMIN.INVITE')}
          Icon={IconUserPlus}
          onClick={() => setOpened({ kind: 'invite' })}
        />
      </div>
      {list.isError ? (
        <EmptyState
          title={t('ADMIN.NOT_LOADED')}
          text={errorText(t, list.error)}
          actions={<Button onClick={() => void list.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : (
        <UserTable
          rows={list.data?.items}
          groupNames={new Map(groups.map(({ id, name }) => [id, name]))}
          sort={sort}
          onSort={(next) => {
            setSort(next);
            setPage(1);
          }}
          onOpen={setOpened}
        />
      )}
      {pageCount > 1 && (
        <Pagination
          mt="md"
          total={pageCount}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': t(`ADMIN.PAGES.${control}`) })}
        />
      )}
      {opened?.kind === 'rights' && <PermissionsDrawer user={opened.user} onClose={close} />}
      {opened?.kind === 'sessions' && <SessionsDrawer user={opened.user} onClose={close} />}
      {(opened?.kind === 'invite' || opened?.kind === 'edit') && (
        <UserDialog user={opened.kind === 'edit' ? opened.user : null} onClose={close} />
      )}
    </>
  );
}

interface UserFilter {
  readonly text: string;
  readonly status: UserStatus | null;
  readonly groupId: number | null;
}

interface UserFilterFieldsProps {
  readonly filter: UserFilter;
  readonly onChange: (changes: Partial<UserFilter>) => void;
}

function UserFilterFields({ filter: { text, status, groupId }, onChange }: UserFilterFieldsProps) {
  const { t } = useTexts();
  const { groups } = useGroups();
  return (
    <>
      <TrimmedTextInput
        className={classes.search ?? ''}
        aria-label={t('ADMIN.SEARCH_USERS')}
        placeholder={t('ADMIN.SEARCH_USERS')}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(next) => onChange({ text: next })}
      />
      <Select
        aria-label={t('ADMIN.STATUS')}
        placeholder={t('ADMIN.ANY_STATUS')}
        clearable
        data={userStatuses.map((value) => ({ value, label: t(`ADMIN.STATUSES.${value}`) }))}
        value={status}
        onChange={(value) => onChange({ status: value })}
      />
      <Select
        aria-label={t('ADMIN.GROUP')}
        placeholder={t('ADMIN.ANY_GROUP')}
        clearable
        searchable
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={groupId === null ? null : String(groupId)}
        onChange={(value) => onChange({ groupId: value === null ? null : Number(value) })}
      />
    </>
  );
}
