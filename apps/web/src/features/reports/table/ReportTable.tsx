import { Checkbox, Loader } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type FieldLabels, fieldColumn, type LayerField, type ReportRow } from '@pgis/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { ReportCell } from './ReportCell.tsx';
import { ReportRowActions } from './ReportRowActions.tsx';
import classes from './ReportTable.module.css';
import { columnText, fitColumns, isNumeric, isSortable } from './reportColumns.ts';

/** Heights and widths in pixels, as in the style sheet. */
const ROW_HEIGHT = 38;
const ACTIONS_WIDTH = 'calc(3 * var(--icon-btn) + 12px)';
/** Room that three touch-sized buttons need; with a mouse what they leave goes to the other columns. */
const MAX_ACTIONS_WIDTH = 144;
/** Width of two touch-sized buttons. */
const NARROW_ACTIONS_WIDTH = 100;
const CHOICE_WIDTH = 44;
/** Rows before the end at which the next page is requested. */
const ROWS_AHEAD = 40;

interface ReportTableProps {
  readonly label: string;
  readonly rows: readonly ReportRow[];
  readonly columns: readonly string[];
  /** Fields of the layer, whose schemas say how values are written. */
  readonly fields: readonly LayerField[];
  readonly labels: FieldLabels;
  /** undefined until the rows are counted. */
  readonly total: number | undefined;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly isBusy: boolean;
  /** The layer, and for a view its source: they are loaded again when a row is deleted. */
  readonly layerIds: readonly number[];
  /** Selection of rows, and the current row that a map shows; missing if rows cannot be selected. */
  readonly selection?: RowChoice;
}

export interface RowChoice {
  readonly ids: { readonly has: (id: number) => boolean };
  readonly toggle: (row: ReportRow, isSelected: boolean) => void;
  /** State of the checkbox for all rows. */
  readonly all: 'all' | 'some' | 'none';
  readonly onAll: (isSelected: boolean) => void;
  readonly currentId: number | null;
  readonly onCurrent: (row: ReportRow) => void;
  readonly onShow: (row: ReportRow) => void;
}

/** A virtual table: only the rows in view are in the document. */
export function ReportTable(props: ReportTableProps) {
  const { label, rows, columns, total, hasMore, onMore, isBusy, layerIds, selection } = props;
  const { t } = useTexts();
  const schemas = useMemo(
    () => new Map(props.fields.map(({ name, schema }) => [fieldColumn(name), schema])),
    [props.fields],
  );
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The sticky head covers the first row in view.
    scrollPaddingStart: ROW_HEIGHT,
  });
  const visibleRows = virtualizer.getVirtualItems();
  const first = visibleRows[0];
  const last = visibleRows.at(-1);
  const isNearEnd = hasMore && (last?.index ?? 0) >= rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  const currentIndex = selection?.currentId ? rows.findIndex(({ id }) => id === selection.currentId) : -1;
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
  }, [currentIndex, virtualizer]);
  const isNarrow = useIsBelow('narrow');
  const fixedWidth = (isNarrow ? NARROW_ACTIONS_WIDTH : MAX_ACTIONS_WIDTH) + (selection ? CHOICE_WIDTH : 0);
  const columnCount = columns.length + (selection ? 2 : 1);
  const { ref: measure, width: boxWidth } = useElementSize<HTMLElement>();
  const boxRef = useMergedRef(box, measure);
  const widths = fitColumns(columns, boxWidth - fixedWidth, {
    hasStatuses: rows.some(({ status }) => status !== null),
  });
  const width = widths.reduce((sum, columnPx) => sum + columnPx, fixedWidth);
  const after = virtualizer.getTotalSize() - (last?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus.
    <section className={classes.box} ref={boxRef} tabIndex={0} aria-label={label}>
      <table
        className={classes.table}
        style={{ minWidth: width }}
        data-wide={(boxWidth > 0 && width > boxWidth) || undefined}
        aria-busy={isBusy}
        aria-rowcount={(total ?? -1) + (total === undefined ? 0 : 1)}
      >
        <Head {...props} widths={widths} actionsWidth={isNarrow ? NARROW_ACTIONS_WIDTH : ACTIONS_WIDTH} />
        <tbody>
          <Gap height={first?.start ?? 0} columnCount={columnCount} />
          {visibleRows.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <tr
                  key={row.id}
                  aria-rowindex={index + 2}
                  aria-current={selection?.currentId === row.id || undefined}
                  data-selected={selection?.ids.has(row.id) || undefined}
                  onClick={selection && ((event) => isOnRow(event) && selection.onCurrent(row))}
                >
                  {selection && <ChoiceCell row={row} selection={selection} />}
                  {columns.map((column) => (
                    <td key={column} data-numeric={isNumeric(column, schemas.get(column)) || undefined}>
                      <div className={classes.cell}>
                        <ReportCell
                          row={row}
                          column={column}
                          schema={schemas.get(column)}
                          labels={props.labels}
                        />
                      </div>
                    </td>
                  ))}
                  <td className={classes.actions}>
                    <ReportRowActions
                      row={row}
                      layerIds={layerIds}
                      {...(selection && { onShow: selection.onShow })}
                    />
                  </td>
                </tr>
              )
            );
          })}
          <Gap height={after} columnCount={columnCount} />
        </tbody>
      </table>
      {isBusy && (
        <div className={classes.busy}>
          <Loader size="sm" role="img" aria-label={t('COMMON.LOADING')} />
        </div>
      )}
    </section>
  );
}

/** True for a click on the row itself and not on a button, link or field in it. */
const isOnRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('button, a, input, label') === null;

function ChoiceCell({ row, selection }: { readonly row: ReportRow; readonly selection: RowChoice }) {
  const { t } = useTexts();
  return (
    <td className={classes.choice}>
      <Checkbox
        size="xs"
        aria-label={t('TABLE.CHOOSE_ROW', { name: row.name || row.reference })}
        checked={selection.ids.has(row.id)}
        onChange={(event) => selection.toggle(row, event.currentTarget.checked)}
      />
    </td>
  );
}

/** Spacer for the rows that are not in the document. */
function Gap({ height, columnCount }: { readonly height: number; readonly columnCount: number }) {
  return (
    height > 0 && (
      <tr>
        <td colSpan={columnCount} style={{ height, padding: 0, border: 0 }} />
      </tr>
    )
  );
}

function Head({
  columns,
  labels,
  sort,
  onSort,
  selection,
  widths,
  actionsWidth,
}: Pick<ReportTableProps, 'columns' | 'labels' | 'sort' | 'onSort' | 'selection'> & {
  readonly widths: readonly number[];
  readonly actionsWidth: number | string;
}) {
  const { t } = useTexts();
  const isDescending = sort.startsWith('-');
  const sorted = sort.replace(/^-/, '');
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={classes.choice} style={{ width: CHOICE_WIDTH }}>
            <Checkbox
              size="xs"
              aria-label={t('TABLE.CHOOSE_ALL')}
              checked={selection.all === 'all'}
              indeterminate={selection.all === 'some'}
              onChange={() => selection.onAll(selection.all !== 'all')}
            />
          </th>
        )}
        {columns.map((column, index) => {
          const text = columnText(t, column, labels);
          const isSorted = sorted === column;
          return (
            <th
              key={column}
              scope="col"
              style={{ width: widths[index] }}
              data-numeric={isNumeric(column) || undefined}
              aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
            >
              {isSortable(column) ? (
                <button
                  type="button"
                  className={classes.sort}
                  title={text}
                  onClick={() => onSort(isSorted && !isDescending ? `-${column}` : column)}
                >
                  <span className={classes.cell}>{text}</span>
                  {isSorted && <Arrow size={14} aria-hidden="true" />}
                </button>
              ) : (
                <span className={classes.cell}>{text}</span>
              )}
            </th>
          );
        })}
        <th scope="col" style={{ width: actionsWidth }} aria-label={t('REPORTS.ACTIONS')} />
      </tr>
    </thead>
  );
}
