import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import classes from './casework.module.css';

interface ChartCardProps {
  readonly title: string;
  /** Unit or scope, beside the title. */
  readonly note: string;
  readonly legend?: ReactNode;
  readonly chart: ReactNode;
  readonly table: ReactNode;
}

/** A chart that can be read as a table too. */
export function ChartCard({ title, note, legend, chart, table }: ChartCardProps) {
  const { t } = useTexts();
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h2 id={id}>{title}</h2>
        <small>{note}</small>
        {!isTable && legend}
        <IconButton
          className={classes.toggle ?? ''}
          label={t('CASEWORK.AS_TABLE')}
          aria-pressed={isTable}
          variant={isTable ? 'light' : 'subtle'}
          onClick={() => setTable(!isTable)}
        >
          <IconTable size={16} />
        </IconButton>
      </div>
      <div className={classes.chart}>{isTable ? <div className={classes.scroll}>{table}</div> : chart}</div>
    </section>
  );
}
