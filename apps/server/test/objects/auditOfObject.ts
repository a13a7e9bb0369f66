import type { Database } from '@pgis/server';

/** What the log says of an object, oldest first. */
export const auditOfObject = ({ db }: Database, id: number) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'user_name', 'details'])
    .where('entity', '=', 'object')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();
