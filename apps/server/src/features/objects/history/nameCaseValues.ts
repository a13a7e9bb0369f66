import type { CompanyId, Language } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { userName } from '../../../db/sql/userName.ts';
import type { TimedEntry } from './timelinePages.ts';

type Values = Readonly<Record<string, unknown>>;
type Names = ReadonlyMap<unknown, string>;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Values of a logged change of a case that are ids, with what they name and how readers get the name. */
const idValues: Readonly<Record<string, { readonly of: 'person' | 'unit'; readonly name: string }>> = {
  assigneeId: { of: 'person', name: 'assignee' },
  toldId: { of: 'person', name: 'told' },
  unitId: { of: 'unit', name: 'unit' },
};

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Replaces the ids in changes of cases by names in the reader's language, and says which changes a rule has made. */
export async function nameCaseValues(
  db: Kysely<Schema>,
  { companyId, language }: { readonly companyId: CompanyId; readonly language: Language },
  entries: readonly TimedEntry[],
): Promise<readonly TimedEntry[]> {
  const isCase = ({ entry }: TimedEntry): boolean => entry.action === 'OBJECT_CASE_CHANGED';
  const cases = entries.filter(isCase);
  const people = listIds(cases, 'person');
  const units = listIds(cases, 'unit');
  const names = {
    person: await readNames(
      db,
      people,
      sql`SELECT u.id, ${userName('u', language)} AS name FROM users AS u
        WHERE u.company_id = ${companyId}::integer AND u.id = ANY(${people}::bigint[])`,
    ),
    unit: await readNames(
      db,
      units,
      sql`SELECT n.id, n.name FROM units AS n
        WHERE n.company_id = ${companyId}::integer AND n.id = ANY(${units}::bigint[])`,
    ),
  };
  return entries.map((one) =>
    isCase(one) ? { ...one, entry: { ...one.entry, details: withNames(one.entry.details, names) } } : one,
  );
}

function listIds(entries: readonly TimedEntry[], of: 'person' | 'unit'): readonly number[] {
  const sides = entries.flatMap(({ entry: { details } }) => [details.old, details.new].filter(isValues));
  const values = sides.flatMap((side) => Object.entries(side));
  return [
    ...new Set(
      values.flatMap(([key, value]) =>
        idValues[key]?.of === of && typeof value === 'number' ? [value] : [],
      ),
    ),
  ];
}

async function readNames(
  db: Kysely<Schema>,
  ids: readonly number[],
  query: RawBuilder<unknown>,
): Promise<Names> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Named>`${query}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function withNames(
  { ruleId, old, new: now }: Values,
  names: Readonly<Record<'person' | 'unit', Names>>,
): Record<string, unknown> {
  const named = (side: Values): Values =>
    Object.fromEntries(
      Object.entries(side).map(([key, value]) => {
        const known = idValues[key];
        return known === undefined ? [key, value] : [known.name, names[known.of].get(value) ?? null];
      }),
    );
  return {
    isByRule: ruleId !== undefined,
    ...(isValues(old) && { old: named(old) }),
    ...(isValues(now) && { new: named(now) }),
  };
}
