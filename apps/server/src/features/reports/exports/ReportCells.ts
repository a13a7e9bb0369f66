import { fieldOfColumn, type Language, type ReportColumn, reportColumns } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { idsPerCompany } from '../../../db/newId.ts';
import { fieldText } from '../../../db/sql/objectConditions.ts';
import { translatedName } from '../../../db/sql/translatedName.ts';
import { AppError } from '../../../http/AppError.ts';
import type { LayerScope } from '../../classifiers/index.ts';
import { csvHeader } from '../../objects/index.ts';
import { latestCommentId } from '../reportConditions.ts';
import { authorName } from '../reportSort.ts';

export type CellKind = 'text' | 'number' | 'moment' | 'boolean' | 'wkt';

/** A column of a file: its header, and its value of an object `g` as SQL. */
export interface ReportCell {
  readonly column: string;
  readonly title: string;
  readonly kind: CellKind;
  readonly value: RawBuilder<unknown>;
}

interface CellContext {
  readonly scope: LayerScope;
  readonly language: Language;
}

type MakeCell = (context: CellContext) => Pick<ReportCell, 'kind' | 'value'>;

const ofComment = (scope: LayerScope, value: RawBuilder<string>): RawBuilder<string> => sql`(
  SELECT ${value} FROM comments AS m JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE m.company_id = g.company_id AND m.id = ${latestCommentId(scope)} AND m.deleted_at IS NULL)`;

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
  status: ({ scope, language }) => ({ kind: 'text', value: ofComment(scope, translatedName('t', language)) }),
  comment: ({ scope }) => ({ kind: 'text', value: ofComment(scope, sql`m.content`) }),
  votes: () => ({ kind: 'number', value: sql`g.upvote_count` }),
  files: () => ({
    kind: 'number',
    value: sql`(SELECT count(*) FROM geom_files AS f WHERE f.company_id = g.company_id AND f.geom_id = g.id)`,
  }),
  added: () => ({ kind: 'moment', value: sql`g.created_at` }),
  changed: () => ({ kind: 'moment', value: sql`g.updated_at` }),
  author: ({ language }) => ({ kind: 'text', value: authorName(language) }),
  length: measureOf(2),
  area: measureOf(3),
  wkt: () => ({ kind: 'wkt', value: sql`ST_AsText(ST_Transform(g.geom, 4326), 9)` }),
};

/** The value of a fixed column; of several layers, that of one whose comments are read alike. */
export const fixedCell = (column: ReportColumn, context: CellContext): Pick<ReportCell, 'kind' | 'value'> =>
  cells[column](context);

const isFixed = (column: string): column is ReportColumn => reportColumns.some((one) => one === column);

/** The columns asked for in that order; without a wish all of the layer, its fields after the fixed ones, WKT last. */
export function makeCells(
  { scope, language }: CellContext,
  wanted: readonly string[] | undefined,
): ReportCell[] {
  const header = csvHeader(language);
  const all = [
    ...reportColumns.filter((column) => column !== 'wkt'),
    ...scope.layer.fieldNames.map((field) => `data.${field}`),
    'wkt',
  ];
  return (wanted ?? all).map((column, index) => {
    if (isFixed(column)) return { column, title: header[column], ...cells[column]({ scope, language }) };
    const field = fieldOfColumn(column);
    if (field === undefined || !scope.layer.fieldNames.includes(field))
      throw new AppError('UNKNOWN_FIELD', { errors: [{ path: `/columns/${index}`, code: 'UNKNOWN_FIELD' }] });
    return { column, title: field, kind: 'text', value: fieldText(field) };
  });
}
