import type { listUsers as listUsersCall, QueryOf, UserGroupId, UserRow } from '@pgis/contract';
import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { getAdminScope } from '../../access/adminScope.ts';
import type { Schema } from '../../db/schema.ts';
import { type GroupScope, isManageable, readGroupScope } from './managedUser.ts';
import { toUser, userColumns } from './userRows.ts';

type Query = QueryOf<typeof listUsersCall>;
type SortKey = 'name' | 'email' | 'status' | 'lastActivityAt' | 'createdAt';

const DEFAULT_SIZE = 25;

const sortColumns: Readonly<Record<SortKey, RawBuilder<unknown>>> = {
  name: sql`lower(u.last_name || ' ' || u.first_name)`,
  email: sql`u.email`,
  status: sql`u.status`,
  lastActivityAt: sql`u.last_activity_at`,
  createdAt: sql`u.created_at`,
};

/** Escapes `%` and `_`, which stand for themselves. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

type Users = ExpressionBuilder<Schema & { u: Schema['users'] }, 'u'>;

function matches({ _q, _status, _group }: Query, { scope, visibleIds }: GroupScope) {
  const inGroups = (ids: readonly UserGroupId[]) =>
    sql<boolean>`EXISTS (SELECT 1 FROM group_members m WHERE m.company_id = u.company_id AND m.user_id = u.id
      AND m.group_id = ANY(${ids}::bigint[]))`;
  return (where: Users) =>
    where.and([
      where('u.company_id', '=', scope.companyId),
      where('u.deleted_at', 'is', null),
      ...(visibleIds === 'all' ? [] : [inGroups([...visibleIds])]),
      ...(_status === undefined ? [] : [where('u.status', '=', _status)]),
      ...(_group === undefined ? [] : [inGroups([_group])]),
      ...(_q === undefined || _q === ''
        ? []
        : [
            sql<boolean>`(u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || u.position)
              ILIKE ${containing(_q)}`,
          ]),
    ]);
}

async function readPage(db: Kysely<Schema>, query: Query, groupScope: GroupScope) {
  const { _page = 1, _size = DEFAULT_SIZE, _sort = 'name' } = query;
  const isDescending = _sort.startsWith('-');
  const key = _sort.replace(/^-/, '') as SortKey;
  const isMatch = matches(query, groupScope);
  const { total } = await db
    .selectFrom('users as u')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isMatch)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('users as u')
    .select(userColumns)
    .where(isMatch)
    .orderBy(sortColumns[key], (order) => (isDescending ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('u.id')
    .limit(_size)
    .offset((_page - 1) * _size)
    .execute();
  return { total, users: rows.map(toUser) };
}

export async function listVisibleUsers(
  { database }: AppDeps,
  actor: UserActor,
  query: Query,
): Promise<{ items: UserRow[]; total: number }> {
  const groupScope = await readGroupScope(database.db, getAdminScope(actor));
  const { total, users } = await readPage(database.db, query, groupScope);
  return {
    total,
    items: users.map((user) => ({ ...user, canManage: isManageable(groupScope, user.groupIds) })),
  };
}
