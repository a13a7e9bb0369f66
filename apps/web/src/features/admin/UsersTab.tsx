import { Button, Pagination, Select, Skeleton, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { User, UserRow, UserSort, UserStatus } from '@pgis/contract';
import { userNameOf, userStatuses } from '@pgis/contract';
import { IconArrowDown, IconArrowUp, IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText, formatDateTime, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { AddButton } from './AddButton.tsx';
import classes from './admin.module.css';
import { useGroups, useUserList } from './adminData.ts';
import { PermissionsDrawer } from './PermissionsDrawer.tsx';
import { SessionsDrawer } from './SessionsDrawer.tsx';
import { statusTones } from './statusTones.ts';
import { UserDialog } from './UserDialog.tsx';
import { UserMenu } from './UserMenu.tsx';

const PAGE_SIZE = 25;
const SEARCH_DELAY_MS = 250;

type SortKey = 'name' | 'email' | 'status' | 'lastActivityAt';
type Opened =
  | { readonly kind: 'invite' }
  | { readonly kind: 'edit'; readonly user: User }
  | { readonly kind: 'rights' | 'sessions'; readonly user: User };

interface UsersTabProps {
  /** Whose members are listed first. */
  readonly groupAtStart: number | null;
}

export function UsersTab({ groupAtStart }: UsersTabProps) {
  const { t } = useTexts();
  const { groups } = useGroups();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const [status, setStatus] = useState<UserStatus | null>(null);
  const [groupId, setGroupId] = useState(groupAtStart);
  const [sort, setSort] = useState<UserSort>('name');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useUserList({
    _size: PAGE_SIZE,
    _page: page,
    _sort: sort,
    ...(search !== '' && { _q: search }),
    ...(status !== null && { _status: status }),
    ...(groupId !== null && { _group: groupId }),
  });
  const pageCount = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  const startAgain = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setPage(1);
    };
  };
  const close = () => setOpened(null);
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          className={classes.search ?? ''}
          aria-label={t('ADMIN.SEARCH_USERS')}
          placeholder={t('ADMIN.SEARCH_USERS')}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => startAgain(setText)(event.currentTarget.value)}
        />
        <Select
          aria-label={t('ADMIN.STATUS')}
          placeholder={t('ADMIN.ANY_STATUS')}
          clearable
          data={userStatuses.map((value) => ({ value, label: t(`ADMIN.STATUSES.${value}`) }))}
          value={status}
          onChange={(value) => startAgain(setStatus)(value)}
        />
        <Select
          aria-label={t('ADMIN.GROUP')}
          placeholder={t('ADMIN.ANY_GROUP')}
          clearable
          searchable
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={groupId === null ? null : String(groupId)}
          onChange={(value) => startAgain(setGroupId)(value === null ? null : Number(value))}
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
          onSort={startAgain(setSort)}
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

interface UserTableProps {
  readonly rows: readonly UserRow[] | undefined;
  readonly groupNames: ReadonlyMap<number, string>;
  readonly sort: string;
  readonly onSort: (sort: UserSort) => void;
  readonly onOpen: (opened: Opened) => void;
}

function UserTable({ rows, groupNames, sort, onSort, onOpen }: UserTableProps) {
  const { t } = useTexts();
  if (rows?.length === 0) return <EmptyState title={t('ADMIN.NO_USERS')} text={t('ADMIN.NO_USERS_TEXT')} />;
  const groupsOf = ({ groupIds }: User) => groupIds.flatMap((id) => groupNames.get(id) ?? []).join(', ');
  const head = (key: SortKey, text: string, className?: string) => (
    <SortHead sort={sort} sortKey={key} onSort={onSort} className={className}>
      {text}
    </SortHead>
  );
  return (
    <div className={classes.table}>
      <Table aria-label={t('ADMIN.USERS')} aria-busy={rows === undefined}>
        <Table.Thead>
          <Table.Tr>
            {head('name', t('ADMIN.PERSON_NAME'))}
            {head('email', t('ADMIN.EMAIL'), classes.wide)}
            {head('status', t('ADMIN.STATUS'))}
            <Table.Th className={classes.wide ?? ''}>{t('ADMIN.GROUPS')}</Table.Th>
            {head('lastActivityAt', t('ADMIN.LAST_ACTIVITY'), classes.wide)}
            <Table.Th aria-label={t('ADMIN.ACTIONS')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((user) => (
            <Table.Tr key={user.id}>
              <Table.Td>
                <button
                  type="button"
                  className={classes.name}
                  onClick={() => onOpen({ kind: 'rights', user })}
                >
                  {userNameOf(user)}
                </button>
                <span className={classes.under}>{user.email}</span>
                <span className={classes.under}>{groupsOf(user)}</span>
              </Table.Td>
              <Table.Td className={classes.wide ?? ''}>{user.email}</Table.Td>
              <Table.Td>
                <StatusBadge tone={statusTones[user.status]}>
                  {t(`ADMIN.STATUSES.${user.status}`)}
                </StatusBadge>
              </Table.Td>
              <Table.Td className={classes.wide ?? ''}>{groupsOf(user)}</Table.Td>
              <Table.Td className={`${classes.moment} ${classes.wide}`}>
                {user.lastActivityAt === null ? '' : formatDateTime(user.lastActivityAt)}
              </Table.Td>
              <Table.Td className={classes.actions ?? ''}>
                <UserMenu user={user} onOpen={(kind) => onOpen({ kind, user })} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows === undefined && <Skeleton height={240} />}
    </div>
  );
}

interface SortHeadProps {
  readonly sort: string;
  readonly sortKey: SortKey;
  readonly onSort: (sort: UserSort) => void;
  readonly className: string | undefined;
  readonly children: string;
}

function SortHead({ sort, sortKey, onSort, className, children }: SortHeadProps) {
  const isSorted = sort.replace('-', '') === sortKey;
  const isDescending = sort.startsWith('-');
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      className={className ?? ''}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(isSorted && !isDescending ? `-${sortKey}` : sortKey)}
      >
        {children}
        {isSorted && <Arrow size={14} aria-hidden="true" />}
      </button>
    </Table.Th>
  );
}
