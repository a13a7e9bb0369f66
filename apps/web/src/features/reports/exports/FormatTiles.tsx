import { type ExportFormat, exportFileEnding, exportFormats } from '@pgis/contract';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import classes from './export.module.css';

interface FormatTilesProps {
  readonly value: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
}

/** A tile for each format, which says what it is for and what it loses. The arrow keys of radio buttons select. */
export function FormatTiles({ value, onChange }: FormatTilesProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.caption}>{t('REPORTS.FORMAT')}</legend>
      <div className={classes.tiles}>
        {exportFormats.map((format) => (
          <label key={format} className={classes.tile} data-checked={format === value || undefined}>
            <input
              type="radio"
              name={name}
              value={format}
              checked={format === value}
              data-autofocus={format === value || undefined}
              aria-label={t(`REPORTS.FORMATS.${format}`)}
              aria-describedby={`${name}-${format}`}
              onChange={() => onChange(format)}
            />
            <span>
              <strong>{t(`REPORTS.FORMATS.${format}`)}</strong>{' '}
              <span className={classes.ending}>.{exportFileEnding(format)}</span>
            </span>
            <span id={`${name}-${format}`} className={classes.note}>
              {t(`REPORTS.FORMAT_NOTES.${format}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
