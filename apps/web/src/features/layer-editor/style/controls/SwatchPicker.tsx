import type { DrawContext } from '@pgis/cartography';
import { useId, useMemo } from 'react';
import { DrawnSwatch, type SwatchSize } from './DrawnSwatch.tsx';
import classes from './SwatchPicker.module.css';

interface SwatchPickerProps<Name extends string> {
  readonly label: string;
  readonly names: readonly Name[];
  readonly textOf: (name: Name) => string;
  readonly value: Name;
  /** True where several rules have different values; none is checked then. */
  readonly isMixed: boolean;
  readonly draw: (name: Name) => (context: DrawContext, size: SwatchSize) => void;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (name: Name) => void;
}

const size: SwatchSize = { widthPx: 58, heightPx: 30 };

/** Selects one of a set of drawn swatches, all in view. */
export function SwatchPicker<Name extends string>(props: SwatchPickerProps<Name>) {
  const { label, names, textOf, value, isMixed, draw, error, isDisabled, onChange } = props;
  const group = useId();
  const drawings = useMemo(() => new Map(names.map((name) => [name, draw(name)])), [names, draw]);
  return (
    <fieldset className={classes.picker} disabled={isDisabled} aria-invalid={error !== undefined}>
      <legend className={classes.caption}>
        {label} {!isMixed && <b>{textOf(value)}</b>}
      </legend>
      <div className={classes.grid}>
        {names.map((name) => {
          const drawing = drawings.get(name);
          return (
            <label key={name} className={classes.choice} title={textOf(name)}>
              <input
                type="radio"
                className={classes.radio}
                name={group}
                value={name}
                checked={!isMixed && name === value}
                onChange={() => onChange(name)}
              />
              {drawing && <DrawnSwatch draw={drawing} className={classes.canvas} {...size} />}
              <span className={classes.name}>{textOf(name)}</span>
            </label>
          );
        })}
      </div>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
