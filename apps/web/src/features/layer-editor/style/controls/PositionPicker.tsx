import { LABEL_POSITIONS, type LabelPosition } from '@pgis/cartography';
import { useId } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import classes from './PositionPicker.module.css';

interface PositionPickerProps {
  readonly label: string;
  readonly value: LabelPosition;
  /** True where several rules have different values; none is checked then. */
  readonly isMixed: boolean;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (position: LabelPosition) => void;
}

/** Selects the side on which a label lies: nine tiles around the object, or the usual one of its kind. */
export function PositionPicker(props: PositionPickerProps) {
  const { label, value, isMixed, error, isDisabled, onChange } = props;
  const { t } = useTexts();
  const group = useId();
  return (
    <fieldset className={classes.picker} disabled={isDisabled} aria-invalid={error !== undefined}>
      <legend className={classes.caption}>
        {label} {!isMixed && <b>{t(`STYLE.POSITIONS.${value}`)}</b>}
      </legend>
      <div className={classes.grid}>
        {LABEL_POSITIONS.map((position) => (
          <label
            key={position}
            className={`${classes.choice} ${position === 'auto' ? classes.auto : ''}`}
            title={t(`STYLE.POSITIONS.${position}`)}
          >
            <input
              type="radio"
              className={classes.radio}
              name={group}
              value={position}
              aria-label={t(`STYLE.POSITIONS.${position}`)}
              checked={!isMixed && position === value}
              onChange={() => onChange(position)}
            />
            {position === 'auto' ? t('STYLE.POSITIONS.auto') : <span className={classes.dot} />}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
