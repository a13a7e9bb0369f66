import { Select } from '@mantine/core';
import { toRgba } from '@pgis/cartography';
import { useTexts } from '../../../../i18n/index.ts';
import classes from './RuleTools.module.css';
import { RAMPS, type Ramp } from './ramps.ts';

interface RampChoiceProps {
  readonly ramp: Ramp | undefined;
  readonly onChange: (ramp: Ramp | undefined) => void;
}

const SAMPLES = 8;

/** A ramp as a bar: steps for a set of colours, a gradient for an ordered ramp. */
function barOf({ kind, colorsFor }: Ramp): string {
  const colors = colorsFor(SAMPLES).map(toRgba);
  if (kind !== 'distinct') return `linear-gradient(to right, ${colors.join(', ')})`;
  const steps = colors.flatMap((color, index) => [
    `${color} ${(index * 100) / SAMPLES}%`,
    `${color} ${((index + 1) * 100) / SAMPLES}%`,
  ]);
  return `linear-gradient(to right, ${steps.join(', ')})`;
}

const bars = new Map(RAMPS.map((ramp) => [ramp.name, barOf(ramp)]));

/** Selects the colours of generated rules: the product's own or those of a ramp. */
export function RampChoice({ ramp, onChange }: RampChoiceProps) {
  const { t } = useTexts();
  const groups = (['distinct', 'ordered', 'diverging'] as const).map((kind) => ({
    group: t(`STYLE.RAMP_KINDS.${kind}`),
    items: RAMPS.filter((one) => one.kind === kind).map(({ name }) => ({ value: name, label: name })),
  }));
  return (
    <Select
      aria-label={t('STYLE.RAMP')}
      placeholder={t('STYLE.RAMP')}
      data={groups}
      value={ramp?.name ?? null}
      clearable
      comboboxProps={{ width: 220, position: 'top-start' }}
      maxDropdownHeight={320}
      onChange={(name) => onChange(RAMPS.find((one) => one.name === name))}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <span className={classes.bar} style={{ background: bars.get(option.value) }} />
        </span>
      )}
    />
  );
}
