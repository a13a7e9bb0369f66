import { Skeleton } from '@mantine/core';
import type { CustomReportResult, ReportContent } from '@pgis/contract';
import { Suspense } from 'react';
import { formatNumber } from '../../../../i18n/index.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { LoadFailureNote, lazyPart } from '../../../../ui/lazy-parts/index.ts';
import classes from '../custom.module.css';
import { scopeTexts } from '../reportTexts.ts';
import { useReportSpeaker } from '../useReportSpeaker.ts';
import { toChart } from './chartModel.ts';
import { ResultTable } from './ResultTable.tsx';

const ResultChart = lazyPart(() => import('./ResultChart.tsx'), LoadFailureNote);

interface ResultViewProps {
  readonly label: string;
  readonly content: ReportContent;
  readonly result: CustomReportResult;
}

/** Scope, chart and table of a report. */
export function ResultView({ label, content, result }: ResultViewProps) {
  const speaker = useReportSpeaker(result.layers.map(({ id }) => id));
  const { t, language } = speaker;
  const chart = toChart(speaker, content, result);
  const { totals, rows, isCut } = result;
  return (
    <>
      <ul className={classes.scope}>
        {scopeTexts(speaker, content, result).map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li>
          <span role="status">
            <strong>
              {t('REPORTS.TOTAL', { count: totals.count, number: formatNumber(totals.count, language) })}
            </strong>
            {isCut && ` · ${t('CUSTOM_REPORTS.CUT', { number: formatNumber(rows.length, language) })}`}
          </span>
        </li>
      </ul>
      {chart !== undefined && (
        <Suspense fallback={<Skeleton height={300} />}>
          <ResultChart model={chart} />
        </Suspense>
      )}
      {rows.length === 0 ? (
        <EmptyState level={3} title={t('REPORTS.NO_ROWS')} text={t('CUSTOM_REPORTS.NO_ROWS_TEXT')} />
      ) : (
        <ResultTable label={label} content={content} result={result} />
      )}
    </>
  );
}
