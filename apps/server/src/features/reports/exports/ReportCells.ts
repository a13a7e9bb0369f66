import {
  caseColumns,
  fieldLabels,
  fieldOfColumn,
  idsPerCompany,
  isNumberType,
  type Language,
  type ReportColumn,
  reportColumns,
} from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { translatedName } from '../../../db/sql/translatedName.ts';
import { unknownFields } from '../../../errors/unknownFields.ts';
import { fieldTextIn } from '../../../layers/fieldTextIn.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { visibleGeometry } from '../../../layers/visibleGeometry.ts';
import { csvHeader } from '../../../objects/csvHeader.ts';
import { referencedName } from '../../../objects/references/referencedName.ts';
import { latestComment } from '../../../query/latestComment.ts';
import { databaseClock } from '../../../runtime/Clock.ts';
import { dueOn, isOverdueBy } from '../caseOfObject.ts';
import { authorName } from '../reportSort.ts';
import { STORED_NUMBER } from './storedNumber.ts';

export type CellKind = 'text' | 'number' | 'moment' | 'boolean' | 'wkt';

/** A column of a file: its header, and its value of an object `g` as SQL. */
export interface ReportCell {
  readonly column: string;
  readonly title: string;
  readonly kind: CellKind;
  /** Type of the values of a strict field; older values may be any text. */
  readonly holds?: 'number' | 'boolean' | undefined;
  readonly value: RawBuilder<unknown>;
}

interface CellContext {
  readonly access: LayerAccess;
  readonly language: Language;
  /** Titles of fields are their labels instead of their names. */
  readonly hasLabels?: boolean;
}

type MakeCell = (context: CellContext) => Pick<ReportCell, 'kind' | 'value'>;

const ofComment = (access: LayerAccess, value: RawBuilder<string>): RawBuilder<string> =>
  sql`(SELECT ${value} FROM ${latestComment([access])})`;

const measureOf = (kind: 2 | 3) => () =>
  ({ kind: 'number', value: sql`CASE WHEN g.kind = ${sql.lit(kind)} THEN g.measure END` }) as const;

const cells: Readonly<Record<ReportColumn, MakeCell>> = {
  id: () => ({ kind: 'number', value: sql`g.id` }),
  reference: () => ({
    kind: 'text',
    value: sql`(g.company_id || '-' || (g.id % ${sql.lit(idsPerCompany)}))`,
  }),
  name: () => ({ kind: 'text', value: sql`g.name` }),
  description: () => ({ kind: 'text', value: sql`g.description` }),
  public: () => ({ kind: 'boolean', value: sql`g.is_public` }),
  status: ({ access, language }) => ({
    kind: 'text',
    value: ofComment(access, translatedName('t', language)),
  }),
  comment: ({ access }) => ({ kind: 'text', value: ofComment(access, sql`m.content`) }),
  votes: () => ({ kind: 'number', value: sql`g.upvote_count` }),
  files: () => ({
    kind: 'number',
    value: sql`(SELECT count(*) FROM geom_files AS f WHERE f.company_id = g.company_id AND f.geom_id = g.id)`,
  }),
  added: () => ({ kind: 'moment', value: sql`g.created_at` }),
  changed: () => ({ kind: 'moment', value: sql`g.updated_at` }),
  author: ({ language }) => ({ kind: 'text', value: authorName(language) }),
  due: () => ({ kind: 'text', value: dueOn }),
  // Files take the database's day of each row as it is written, as they do for other days.
  overdue: () => ({ kind: 'boolean', value: isOverdueBy(databaseClock) }),
  length: measureOf(2),
  area: measureOf(3),
  wkt: ({ access }) => ({
    kind: 'wkt',
    value: sql`ST_AsText(ST_Transform(${visibleGeometry([access])}, 4326), 9)`,
  }),
};

/** The value of a fixed column. The layers of one report are alike in which comments the reader may read, so any will do. */
export const fixedCell = (column: ReportColumn, context: CellContext): Pick<ReportCell, 'kind' | 'value'> =>
  cells[column](context);

const isFixed = (column: string): column is ReportColumn => reportColumns.some((one) => one === column);

function heldType({ layer }: LayerAccess, field: string): ReportCell['holds'] {
  const type = layer.strictFields.find(({ name }) => name === field)?.schema?.type;
  if (type === 'boolean') return type;
  return type !== undefined && isNumberType(type) ? 'number' : undefined;
}

/** The value of a field; of a reference the name, key or number of its object, as an import finds it again. */
function cellValue(access: LayerAccess, field: string): RawBuilder<unknown> {
  const { layer, related } = access;
  const isReference = layer.strictFields.some(
    ({ name, schema }) => name === field && schema?.type === 'reference',
  );
  return isReference ? referencedName(field, related?.get(field)) : fieldTextIn(access)(field);
}

/** A text cell whose values in the stored form of their type are written by `number` or as words, others as the text. */
export function typedText(
  { holds }: Pick<ReportCell, 'holds'>,
  value: RawBuilder<unknown>,
  { text, number, words }: TypedTexts,
): RawBuilder<string> {
  switch (holds) {
    case 'number':
      return sql`CASE WHEN ${value} ~ ${sql.lit(STORED_NUMBER)} THEN ${number(value)} ELSE ${text(value)} END`;
    case 'boolean':
      return text(
        sql`CASE ${value} WHEN 'true' THEN ${sql.lit(words.yes)} WHEN 'false' THEN ${sql.lit(words.no)} ELSE ${value} END`,
      );
    default:
      return text(value);
  }
}

interface TypedTexts {
  readonly text: (value: RawBuilder<unknown>) => RawBuilder<string>;
  readonly number: (value: RawBuilder<unknown>) => RawBuilder<string>;
  readonly words: { readonly yes: string; readonly no: string };
}

/** True for a column of cases where a layer has none. */
const isOfCases = (column: ReportColumn, { layer }: LayerAccess): boolean =>
  layer.caseRules === null && caseColumns.some((one) => one === column);

/** The requested columns in that order; by default all of the layer, its fields after the fixed ones, WKT last. */
export function makeCells(
  { access, language, hasLabels = false }: CellContext,
  requested: readonly string[] | undefined,
): ReportCell[] {
  const header = csvHeader(language);
  const labels = fieldLabels(access.layer, language);
  const all = [
    ...reportColumns.filter((column) => column !== 'wkt' && !isOfCases(column, access)),
    ...access.layer.fieldNames.map((field) => `data.${field}`),
    'wkt',
  ];
  return (requested ?? all).map((column, index) => {
    if (isFixed(column)) return { column, title: header[column], ...cells[column]({ access, language }) };
    const field = fieldOfColumn(column);
    if (field === undefined || !access.layer.fieldNames.includes(field))
      throw unknownFields([{ path: `/columns/${index}`, field: field ?? column }]);
    return {
      column,
      title: hasLabels ? labels.of(field) : field,
      kind: 'text',
      holds: heldType(access, field),
      value: cellValue(access, field),
    };
  });
}
