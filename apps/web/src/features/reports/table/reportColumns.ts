import {
  caseColumns,
  type FieldLabels,
  type FieldSchema,
  fieldColumn,
  fieldOfColumn,
  isNumberType,
  type ReportColumn,
  type ReportRow,
  reportColumns,
  reportSorts,
} from '@pgis/contract';
import type { TFunction } from '../../../i18n/index.ts';

/** Columns for a table; geometries are for files only. */
const fixedColumns: readonly ReportColumn[] = reportColumns.filter(
  (column) => column !== 'wkt' && column !== 'id',
);
const defaultColumns: readonly string[] = ['reference', 'name', 'description', 'status', 'added', 'votes'];

/** All columns of a layer with these fields, in default order; only cases are due. */
export const listColumns = (fields: readonly string[], { isCaseLayer = false } = {}): string[] => [
  ...fixedColumns.filter((column) => isCaseLayer || !caseColumns.some((one) => one === column)),
  ...fields.map(fieldColumn),
];

/** True if the objects have neither names nor descriptions, as in many an imported layer. */
export const areTextsEmpty = (rows: readonly Pick<ReportRow, 'name' | 'description'>[]): boolean =>
  rows.length > 0 && rows.every(({ name, description }) => name === '' && description === '');

/**
 * The stored columns without those that the layer no longer has; defaults if none are stored. With `fieldsFirst` the
 * fields of the layer precede the default columns that tell nothing.
 */
export function visibleColumns(
  stored: readonly string[] | undefined,
  fields: readonly string[],
  { fieldsFirst = false, isCaseLayer = false } = {},
): string[] {
  const all = listColumns(fields, { isCaseLayer });
  const visible = (stored ?? []).filter((column) => all.includes(column));
  if (visible.length > 0) return visible;
  const ownColumns = fields.slice(0, 6).map(fieldColumn);
  const [reference = '', ...others] = defaultColumns;
  return fieldsFirst ? [reference, ...ownColumns, ...others] : [reference, ...others, ...ownColumns];
}

const isFixed = (column: string): column is ReportColumn => reportColumns.some((one) => one === column);

export function columnText(t: TFunction, column: string, labels?: Pick<FieldLabels, 'of'>): string {
  if (isFixed(column)) return t(`REPORTS.COLUMNS.${column}`);
  const field = fieldOfColumn(column) ?? column;
  return labels?.of(field) ?? field;
}

export const isSortable = (column: string): boolean =>
  fieldOfColumn(column) !== undefined || reportSorts.some((sort) => sort === column);

/** True if a report of these fields can have this order, such as `-added`. */
export function canSort(
  sort: string,
  fields: readonly string[],
  of: { isCaseLayer?: boolean } = {},
): boolean {
  const column = sort.replace(/^-/, '');
  return listColumns(fields, of).includes(column) && isSortable(column);
}

/** Column widths in pixels. */
const widths: Readonly<Record<string, number>> = {
  reference: 86,
  name: 220,
  description: 220,
  public: 90,
  status: 180,
  comment: 240,
  votes: 80,
  files: 80,
  added: 140,
  changed: 140,
  author: 150,
  due: 110,
  overdue: 100,
  length: 110,
  area: 120,
};
const columnWidth = (column: string): number => widths[column] ?? 150;

interface NarrowingStep {
  readonly isNarrowed: (column: string) => boolean;
  /** Smallest share of its width that a column keeps. */
  readonly minShare: number;
}

/** Columns that give way before the table scrolls sideways: first those that are often empty, then names and fields. */
const narrowingSteps: readonly NarrowingStep[] = [
  { isNarrowed: (column) => ['description', 'status', 'comment', 'author'].includes(column), minShare: 0.55 },
  { isNarrowed: (column) => column === 'name' || fieldOfColumn(column) !== undefined, minShare: 0.7 },
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Returns the widths of columns in this room; unmeasured room is negative. Statuses stay whole, because the beginnings of
 * several are alike; a column without any gives way.
 */
export function fitColumns(
  columns: readonly string[],
  roomPx: number,
  { hasStatuses }: { readonly hasStatuses: boolean },
): readonly number[] {
  const full = columns.map(columnWidth);
  if (roomPx <= 0) return full;
  let fitted = full;
  for (const step of narrowingSteps) {
    const { minShare } = step;
    const isNarrowed = (column: string) => step.isNarrowed(column) && !(hasStatuses && column === 'status');
    const missing = sum(fitted) - roomPx;
    if (missing <= 0) break;
    const narrowed = sum(columns.filter(isNarrowed).map(columnWidth));
    const share = narrowed === 0 ? 1 : Math.max(minShare, 1 - missing / narrowed);
    fitted = fitted.map((width, index) =>
      isNarrowed(columns[index] ?? '') ? Math.floor(width * share) : width,
    );
  }
  return fitted;
}

export const isNumeric = (column: string, schema?: FieldSchema): boolean =>
  ['votes', 'files', 'length', 'area'].includes(column) ||
  (schema !== undefined && isNumberType(schema.type));
