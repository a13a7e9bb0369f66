import type { CustomReportResult, ReportContent, ReportMetric } from '@pgis/contract';
import classes from '../custom.module.css';
import { cellText, isNumericColumn, metricNumber, titleText } from '../reportTexts.ts';
import { useReportSpeaker } from '../useReportSpeaker.ts';

interface ResultTableProps {
  readonly label: string;
  readonly content: ReportContent;
  readonly result: CustomReportResult;
}

/** Groups with their totals, or objects with links to the map. */
export function ResultTable({ label, content, result }: ResultTableProps) {
  const speaker = useReportSpeaker(result.layers.map(({ id }) => id));
  const { t, language } = speaker;
  const { columns, rows, totals } = result;
  const { groupBy, metrics } = content;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus.
    <section className={classes.tableBox} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-numeric={isNumericColumn(column) || undefined}>
                {titleText(speaker, column, content)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }, index) => (
            <tr key={id ?? index}>
              {columns.map((column, index) => {
                const text = cellText(speaker, cells[index] ?? null, { column, groupBy });
                return (
                  <td key={column} data-numeric={isNumericColumn(column) || undefined}>
                    {id !== null && (column === 'name' || column === 'reference') ? (
                      <a href={`#/${language}/dashboard?object=${id}`}>{text}</a>
                    ) : (
                      text
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {groupBy !== null && (
          <tfoot>
            <tr>
              <th scope="row">{t('CUSTOM_REPORTS.TOTAL')}</th>
              {metrics.map((metric: ReportMetric) => (
                <td key={metric} data-numeric>
                  {metricNumber(language, metric, totals[metric])}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
