import type { CaseDate, listCases, QueryOf } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { startOfDay } from '../../query/companyTime.ts';
import { inHexagon, parseHexagon } from './report/hexagons.ts';
import { unitOfCase } from './selectCases.ts';

/** Filters of a case that are none of its object. */
export type CaseFilter = Pick<
  QueryOf<typeof listCases>,
  '_unit' | '_assignee' | '_date' | '_from' | '_to' | '_minAge' | '_maxAge' | '_cell'
>;

/** The moments of a case `c` of an object `g`. */
export const caseMoments: Readonly<Record<CaseDate, RawBuilder<Date>>> = {
  received: sql`g.created_at`,
  answered: sql`c.first_answered_at`,
  closed: sql`c.closed_at`,
  reopened: sql`c.reopened_at`,
};

/** First moment of the day that lies `days` days before this one; days before the calendar begins become its first. */
export const startOfDayBefore = (day: string, days: number): RawBuilder<Date> => {
  const time = Math.max(Date.parse(day) - days * 86_400_000, Date.parse('0001-01-01'));
  return startOfDay(new Date(time).toISOString().slice(0, 10), 0);
};

export interface CaseContext {
  readonly layers: readonly LayerAccess[];
  readonly today: string;
}

/** Conditions on a case `c` of an object `g` of the layer `l`. */
export function* caseConditions(
  { _unit, _assignee, _date = 'received', _from, _to, _minAge = 0, _maxAge, _cell }: CaseFilter,
  { layers, today }: CaseContext,
): Generator<RawBuilder<boolean>> {
  const moment = caseMoments[_date];
  if (_unit !== undefined) yield sql`coalesce(${unitOfCase(layers)} = ${_unit}::bigint, false)`;
  if (_assignee !== undefined) yield sql`coalesce(c.assignee_id = ${_assignee}::bigint, false)`;
  if (_from !== undefined) yield sql`coalesce(${moment} >= ${startOfDay(_from, 0)}, false)`;
  if (_to !== undefined) yield sql`coalesce(${moment} < ${startOfDay(_to, 1)}, false)`;
  if (_from === undefined && _to === undefined && _date !== 'received') yield sql`${moment} IS NOT NULL`;
  if (_minAge > 0) yield sql`g.created_at < ${startOfDayBefore(today, _minAge - 1)}`;
  if (_maxAge !== undefined) yield sql`g.created_at >= ${startOfDayBefore(today, _maxAge)}`;
  if (_cell !== undefined) yield inHexagon(parseHexagon(_cell));
}
