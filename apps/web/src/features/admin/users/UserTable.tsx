import { Skeleton, Table } from '@mantine/core';
import { type User, type UserRow, type UserSort, userNameOf } from '@pgis/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { formatDateTime, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from '../admin.module.css';
import { statusTones } from './statusTones.ts';
import { UserActions } from './UserActions.tsx';

/** A dialog or drawer that a row opens. */
export interface OpenedUser {
  readonly kind: 'edit' | 'rights' | 'sessions';
  readonly user: User;
}

type SortKey = 'name' | 'email' | 'status' | 'lastActivityAt';

interface UserTableProps {
  readonly rows: readonly UserRow[] | undefined;
  readonly groupNames: ReadonlyMap<number, string>;
  readonly sort: string;
  readonly onSort: (sort: UserSort) => void;
  readonly onOpen: (opened: OpenedUser) => void;
}

export function UserTable({ rows, groupNames, sort, onSort, onOpen }: UserTableProps) {
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
                <UserActions user={user} onOpen={(kind) => onOpen({ kind, user })} />
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
