import {
  type AuditAction,
  type AuditEntity,
  auditActions,
  auditEntities,
  type listLog,
  type QueryOf,
} from '@pgis/contract';

type LogQuery = QueryOf<typeof listLog>;

/** The filter of the log, as the address holds it. */
export interface LogFilter {
  /** `YYYY-MM-DD`; both days belong to the period. */
  readonly from?: string;
  readonly to?: string;
  readonly user?: number;
  readonly action?: AuditAction;
  readonly entity?: AuditEntity;
  readonly entityId?: number;
  readonly layer?: number;
  readonly q?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

function findId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const findDay = (value: unknown): string | undefined =>
  typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Parses the search of an address; invalid parts are left out. */
export function parseLogFilter(search: Readonly<Record<string, unknown>>): LogFilter {
  const { from, to, user, action, entity, entityId, layer, q } = search;
  const filter = {
    from: findDay(from),
    to: findDay(to),
    user: findId(user),
    action: auditActions.find((known) => known === action),
    entity: auditEntities.find((known) => known === entity),
    entityId: findId(entityId),
    layer: findId(layer),
    // The router parses digits as a number, but they are a text to search.
    q: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 100) : undefined,
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  ) as LogFilter;
}

/** Start of a day in the time zone of the device. */
const startOf = (date: string, addDays = 0): string => {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + addDays).toISOString();
};

/** Wire form of the filter. */
export const toLogQuery = ({ from, to, user, action, entity, entityId, layer, q }: LogFilter): LogQuery => ({
  ...(from !== undefined && { _from: startOf(from) }),
  ...(to !== undefined && { _to: startOf(to, 1) }),
  ...(user !== undefined && { _user: user }),
  ...(action !== undefined && { _action: action }),
  ...(entity !== undefined && { _entity: entity }),
  ...(entityId !== undefined && { _entityId: entityId }),
  ...(layer !== undefined && { _layer: layer }),
  ...(q !== undefined && q.trim() !== '' && { _q: q.trim() }),
});
