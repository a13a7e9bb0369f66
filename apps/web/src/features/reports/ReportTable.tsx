import { Checkbox, Loader } from '@mantine/core';
import type { ReportRow } from '@pgis/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { ReportCell } from './ReportCell.tsx';
import classes from './ReportTable.module.css';
import { RowActions } from './RowActions.tsx';
import { columnText, columnWidth, isNumeric, isSortable } from './reportColumnTexts.ts';

/** In pixels, as the style sheet has it. */
const ROW_HEIGHT = 38;
const ACTIONS_WIDTH = 148;
/** Of two buttons under a thumb. */
const NARROW_ACTIONS_WIDTH = 100;
const CHOICE_WIDTH = 44;
/** So many rows before the end the next page is asked for. */
const ROWS_AHEAD = 40;

interface ReportTableProps {
  readonly label: string;
  readonly rows: readonly ReportRow[];
  readonly columns: readonly string[];
  /** undefined until it is counted. */
  readonly total: number | undefined;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly isBusy: boolean;
  readonly onDeleted: () => void;
  /** Where rows can be chosen, and one of them shows what is selected on a map. */
  readonly choice?: RowChoice;
}

export interface RowChoice {
  readonly ids: { readonly has: (id: number) => boolean };
  readonly toggle: (row: ReportRow, isChosen: boolean) => void;
  /** Of the box that chooses all of them. */
  readonly all: 'all' | 'some' | 'none';
  readonly onAll: (isChosen: boolean) => void;
  readonly currentId: number | null;
  readonly onCurrent: (row: ReportRow) => void;
  readonly onShow: (row: ReportRow) => void;
}

/** Only the rows in view are in the page, however many there are. */
export function ReportTable(props: ReportTableProps) {
  const { label, rows, columns, total, hasMore, onMore, isBusy, onDeleted, choice } = props;
  const { t } = useTexts();
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The head lies over the first row in view.
    scrollPaddingStart: ROW_HEIGHT,
  });
  const shown = virtualizer.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
  const isNearEnd = hasMore && (last?.index ?? 0) >= rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  const currentIndex = choice?.currentId ? rows.findIndex(({ id }) => id === choice.currentId) : -1;
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
  }, [currentIndex, virtualizer]);
  const actionsWidth = useIsBelow('narrow') ? NARROW_ACTIONS_WIDTH : ACTIONS_WIDTH;
  const fixedWidth = actionsWidth + (choice ? CHOICE_WIDTH : 0);
  const columnCount = columns.length + (choice ? 2 : 1);
  const width = columns.reduce((sum, column) => sum + columnWidth(column), fixedWidth);
  const after = virtualizer.getTotalSize() - (last?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus.
    <section className={classes.box} ref={box} tabIndex={0} aria-label={label}>
      <table
        className={classes.table}
        style={{ minWidth: width }}
        aria-busy={isBusy}
        aria-rowcount={(total ?? -1) + (total === undefined ? 0 : 1)}
      >
        <Head {...props} actionsWidth={actionsWidth} />
        <tbody>
          <Gap height={first?.start ?? 0} columnCount={columnCount} />
          {shown.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <tr
                  key={row.id}
                  aria-rowindex={index + 2}
                  aria-current={choice?.currentId === row.id || undefined}
                  data-chosen={choice?.ids.has(row.id) || undefined}
                  onClick={choice && ((event) => isOnRow(event) && choice.onCurrent(row))}
                >
                  {choice && <ChoiceCell row={row} choice={choice} />}
                  {columns.map((column) => (
                    <td key={column} data-numeric={isNumeric(column) || undefined}>
                      <div className={classes.cell}>
                        <ReportCell row={row} column={column} />
                      </div>
                    </td>
                  ))}
                  <td className={classes.actions}>
                    <RowActions row={row} onDeleted={onDeleted} {...(choice && { onShow: choice.onShow })} />
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
          <Loader size="sm" aria-label={t('COMMON.LOADING')} />
        </div>
      )}
    </section>
  );
}

/** What is pressed in a row does its own work. */
const isOnRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('button, a, input, label') === null;

function ChoiceCell({ row, choice }: { readonly row: ReportRow; readonly choice: RowChoice }) {
  const { t } = useTexts();
  return (
    <td className={classes.choice}>
      <Checkbox
        size="xs"
        aria-label={t('TABLE.CHOOSE_ROW', { name: row.name || row.reference })}
        checked={choice.ids.has(row.id)}
        onChange={(event) => choice.toggle(row, event.currentTarget.checked)}
      />
    </td>
  );
}

/** Takes the place of the rows that are not in the page. */
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
  sort,
  onSort,
  choice,
  actionsWidth,
}: Pick<ReportTableProps, 'columns' | 'sort' | 'onSort' | 'choice'> & { readonly actionsWidth: number }) {
  const { t } = useTexts();
  const isDescending = sort.startsWith('-');
  const sorted = sort.replace(/^-/, '');
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {choice && (
          <th scope="col" className={classes.choice} style={{ width: CHOICE_WIDTH }}>
            <Checkbox
              size="xs"
              aria-label={t('TABLE.CHOOSE_ALL')}
              checked={choice.all === 'all'}
              indeterminate={choice.all === 'some'}
              onChange={() => choice.onAll(choice.all !== 'all')}
            />
          </th>
        )}
        {columns.map((column) => {
          const text = columnText(t, column);
          const isSorted = sorted === column;
          return (
            <th
              key={column}
              scope="col"
              style={{ width: columnWidth(column) }}
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
