import { sql } from 'kysely';

/** Of a status `t`: that an object with it counts as closed. */
export const isClosedStatus = sql<boolean>`t.status_type IN ('fixed', 'closed')`;
