import { drawChart } from '@pgis/cartography/paper';
import type { ChartModel } from '@pgis/contract';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import classes from '../custom.module.css';
import { chartNote } from './chartNote.ts';
import { screenInks } from './screenInks.ts';

/** The chart; the table below it is its text alternative. */
export default function ResultChart({ model }: { readonly model: ChartModel }) {
  const speaker = useTexts();
  const { t } = speaker;
  const canvas = useRef<HTMLCanvasElement>(null);
  const note = chartNote(speaker, model);
  const drawn = JSON.stringify(model);
  useEffect(() => {
    const element = canvas.current;
    return element === null
      ? undefined
      : drawChart(element, JSON.parse(drawn) as ChartModel, screenInks(element));
  }, [drawn]);
  return (
    <figure className={classes.chart}>
      <div className={classes.canvas}>
        <canvas ref={canvas} role="img" aria-label={t('CUSTOM_REPORTS.CHART_LABEL')} />
      </div>
      {note !== '' && <figcaption>{note}</figcaption>}
    </figure>
  );
}
