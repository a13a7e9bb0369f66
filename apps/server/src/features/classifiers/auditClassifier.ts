import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { audit } from '../log/index.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { isSame } from './isSame.ts';
import type { Reader } from './visibleRows.ts';

/** Who asks for a change, and in which request. */
export interface Changer extends Reader {
  readonly requestId: string;
}

export type ClassifierAction =
  | 'CLASSIFIER_ADDED'
  | 'CLASSIFIER_UPDATED'
  | 'CLASSIFIER_DELETED'
  | 'CLASSIFIERS_ORDERED'
  | 'DATA_REMOVED'
  | 'STYLE_GENERATED';

/** D-LOG-01: the row that goes with every change of the tree. */
export const auditClassifier = (
  db: Kysely<Schema>,
  { actor, requestId }: Changer,
  action: ClassifierAction,
  row: Pick<ClassifierRow, 'id' | 'companyId' | 'unitId' | 'name'>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  audit(db, {
    actor,
    companyId: row.companyId,
    action,
    entity: 'classifier',
    entityId: row.id,
    entityName: row.name,
    unitId: row.unitId,
    layerId: row.id,
    details,
    requestId,
  });

/** Styles may be a megabyte long; the log says what changed, not every rule of it. */
const MOST_TEXT = 2_000;

/** The cut may go through a character of two units, and half of one is no text to a database. */
const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MOST_TEXT
    ? `${value.slice(0, MOST_TEXT).toWellFormed()}…`
    : value;

/** Old and new of what differs; undefined when nothing does. */
export function describeChange(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { old: Record<string, unknown>; new: Record<string, unknown> } | undefined {
  const keys = Object.keys(after).filter((key) => !isSame(before[key], after[key]));
  if (keys.length === 0) return undefined;
  const pick = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(keys.map((key) => [key, shorten(values[key])]));
  return { old: pick(before), new: pick(after) };
}
