import { Radio } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './BaseLayersTab.module.css';

interface NoBaseMapRowProps {
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** The choice beside the base layers: objects and overlays alone, on plain paper. */
export function NoBaseMapRow({ isSelected, onSelect }: NoBaseMapRowProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={classes.row} data-off={!isSelected || undefined}>
      <label htmlFor={id} className={classes.name}>
        {t('MAP.NO_BASE_MAP')}
      </label>
      <Radio id={id} name="base-layer" checked={isSelected} onChange={onSelect} size="xs" />
    </div>
  );
}
