import { fieldColumn, fieldOfColumn, type ReportColumn, reportColumns, reportSorts } from '@pgis/contract';
import type { TFunction } from 'i18next';

/** Columns for a table; geometries are for files only. */
const fixedColumns: readonly ReportColumn[] = reportColumns.filter(
  (column) => column !== 'wkt' && column !== 'id',
);
const defaultColumns: readonly string[] = ['reference', 'name', 'description', 'status', 'added', 'votes'];

/** All columns of a layer with these fields, in default order. */
export const listColumns = (fields: readonly string[]): string[] => [
  ...fixedColumns,
  ...fields.map(fieldColumn),
];

/** The stored columns without those that the layer no longer has; defaults if none are stored. */
export function visibleColumns(stored: readonly string[] | undefined, fields: readonly string[]): string[] {
  const all = listColumns(fields);
  const visible = (stored ?? []).filter((column) => all.includes(column));
  if (visible.length > 0) return visible;
  return [...defaultColumns, ...fields.slice(0, 6).map(fieldColumn)];
}

const isFixed = (column: string): column is ReportColumn => reportColumns.some((one) => one === column);

export const columnText = (t: TFunction, column: string): string =>
  isFixed(column) ? t(`REPORTS.COLUMNS.${column}`) : (fieldOfColumn(column) ?? column);

export const isSortable = (column: string): boolean =>
  fieldOfColumn(column) !== undefined || reportSorts.some((sort) => sort === column);

/** True if a report of these fields can have this order, such as `-added`. */
export function canSort(sort: string, fields: readonly string[]): boolean {
  const column = sort.replace(/^-/, '');
  return listColumns(fields).includes(column) && isSortable(column);
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
  length: 110,
  area: 120,
};
const columnWidth = (column: string): number => widths[column] ?? 150;

/** Columns of texts may have this share of their width before the table scrolls sideways. */
const MIN_SHARE = 0.6;
const isText = (column: string): boolean =>
  fieldOfColumn(column) !== undefined ||
  ['name', 'description', 'status', 'comment', 'author'].includes(column);

/**
 * Returns the widths of columns. Where `roomPx` is too narrow for all, those of texts give way first; unmeasured room is
 * negative.
 */
export function fitColumns(columns: readonly string[], roomPx: number): readonly number[] {
  const total = columns.reduce((sum, column) => sum + columnWidth(column), 0);
  const texts = columns.filter(isText).reduce((sum, column) => sum + columnWidth(column), 0);
  const missing = roomPx <= 0 ? 0 : Math.max(0, total - roomPx);
  const share = texts === 0 ? 1 : Math.max(MIN_SHARE, 1 - missing / texts);
  return columns.map((column) =>
    isText(column) ? Math.floor(columnWidth(column) * share) : columnWidth(column),
  );
}

export const isNumeric = (column: string): boolean => ['votes', 'files', 'length', 'area'].includes(column);
