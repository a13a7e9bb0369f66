import { Select } from '@mantine/core';
import { toRgba } from '@pgis/cartography';
import { IconEyeCheck } from '@tabler/icons-react';
import { useTexts } from '../../../../i18n/index.ts';
import classes from './RuleTools.module.css';
import { findRamp, RAMPS, type Ramp } from './ramps.ts';

interface RampChoiceProps {
  readonly ramp: Ramp | undefined;
  readonly onChange: (ramp: Ramp | undefined) => void;
  /** Kinds of ramps to offer; all when missing. */
  readonly kinds?: readonly Ramp['kind'][];
  /** True shows the name of the control above it, and the selected ramp within. */
  readonly isLabelled?: boolean;
  readonly isRequired?: boolean;
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
export function RampChoice({
  ramp,
  onChange,
  kinds = ['distinct', 'ordered', 'diverging'],
  isLabelled = false,
  isRequired = false,
}: RampChoiceProps) {
  const { t } = useTexts();
  const groups = kinds.map((kind) => ({
    group: t(`STYLE.RAMP_KINDS.${kind}`),
    items: RAMPS.filter((one) => one.kind === kind).map(({ name }) => ({ value: name, label: name })),
  }));
  return (
    <Select
      {...(isLabelled ? { label: t('STYLE.RAMP') } : { 'aria-label': t('STYLE.RAMP') })}
      placeholder={isLabelled ? t('STYLE.OWN_COLORS') : t('STYLE.RAMP')}
      data={groups}
      value={ramp?.name ?? null}
      clearable={!isRequired}
      allowDeselect={!isRequired}
      {...(isLabelled &&
        ramp !== undefined && {
          leftSection: <span className={classes.bar} style={{ background: bars.get(ramp.name) }} />,
          leftSectionWidth: 76,
          leftSectionProps: { className: classes.selectedBar ?? '' },
        })}
      comboboxProps={{ width: 240, position: isLabelled ? 'bottom-start' : 'top-start' }}
      maxDropdownHeight={320}
      onChange={(name) => onChange(name === null ? undefined : findRamp(name))}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className={classes.optionName}>
            {option.label}
            {findRamp(option.value)?.isColorBlindSafe && (
              <span className={classes.safe}>
                <IconEyeCheck size={14} aria-hidden="true" /> {t('STYLE.COLOR_BLIND_SAFE')}
              </span>
            )}
          </span>
          <span className={classes.bar} style={{ background: bars.get(option.value) }} />
        </span>
      )}
    />
  );
}
