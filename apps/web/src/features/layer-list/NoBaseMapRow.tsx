import { Radio } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './BaseLayersTab.module.css';

interface NoBaseMapRowProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** The choice beside the base layers: objects and overlays alone, on plain paper. */
export function NoBaseMapRow({ isChosen, onChoose }: NoBaseMapRowProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={classes.row} data-off={!isChosen || undefined}>
      <label htmlFor={id} className={classes.name}>
        {t('MAP.NO_BASE_MAP')}
      </label>
      <Radio id={id} name="base-layer" checked={isChosen} onChange={onChoose} size="xs" />
    </div>
  );
}
