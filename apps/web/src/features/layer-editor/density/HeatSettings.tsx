import { Select } from '@mantine/core';
import { heatColors } from '@pgis/cartography';
import { DEFAULT_HEAT_RADIUS_PX, type LayerDensity, limits } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { heatBar } from '../../../layers/heatBar.ts';
import { DecimalInput } from '../../../ui/inputs/DecimalInput.tsx';
import { fieldReference } from '../form/LayerValues.ts';
import type { LayerForm } from '../form/useTreeNodeForm.ts';
import classes from './HeatSettings.module.css';

interface HeatSettingsProps {
  readonly form: LayerForm;
  readonly isReadOnly: boolean;
}

/** Value of the choice of a weight: a field is marked, because its name may be `votes`. */
const toChoice = ({ weight, weightField = '' }: LayerDensity): string =>
  weight === 'field' ? `field:${weightField}` : (weight ?? 'none');

function toWeight(choice: string): Pick<LayerDensity, 'weight' | 'weightField'> {
  if (choice.startsWith('field:')) return { weight: 'field', weightField: choice.slice('field:'.length) };
  return choice === 'votes' ? { weight: 'votes' } : {};
}

/** Settings by which a heat map is computed and coloured. */
export function HeatSettings({ form, isReadOnly }: HeatSettingsProps) {
  const { t } = useTexts();
  const { density, fields } = form.values;
  const { radiusPx = DEFAULT_HEAT_RADIUS_PX, colors = 'YlOrRd' } = density;
  const { min, max } = limits.heatRadiusPx;
  const isRadiusInvalid = radiusPx < min || radiusPx > max;
  const named = fields.filter(({ name }) => name.trim() !== '');
  const setWeight = (choice: string) => {
    const { weight: _weight, weightField: _field, ...rest } = density;
    form.setFieldValue('density', { ...rest, ...toWeight(choice) });
  };
  return (
    <>
      <DecimalInput
        label={t('CLASSIFIERS.HEAT_RADIUS')}
        min={min}
        max={max}
        clampBehavior="blur"
        allowDecimal={false}
        suffix=" px"
        error={isRadiusInvalid && form.errors.density}
        disabled={isReadOnly}
        value={radiusPx}
        onChange={(next) => next !== '' && form.setFieldValue('density', { ...density, radiusPx: next })}
      />
      <Select
        label={t('CLASSIFIERS.HEAT_WEIGHT')}
        description={density.weight === 'field' ? t('CLASSIFIERS.HEAT_WEIGHT_NOTE') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={!isRadiusInvalid && form.errors.density}
        allowDeselect={false}
        disabled={isReadOnly}
        value={toChoice(density)}
        onChange={(next) => next && setWeight(next)}
        data={[
          { value: 'none', label: t('CLASSIFIERS.HEAT_WEIGHTS.NONE') },
          { value: 'votes', label: t('CLASSIFIERS.HEAT_WEIGHTS.VOTES') },
          ...(named.length === 0
            ? []
            : [
                {
                  group: t('CLASSIFIERS.FIELDS'),
                  items: named.map((field) => ({
                    value: `field:${fieldReference(field)}`,
                    label: field.name.trim(),
                  })),
                },
              ]),
        ]}
      />
      <Select
        label={t('CLASSIFIERS.HEAT_COLORS')}
        allowDeselect={false}
        disabled={isReadOnly}
        value={colors}
        onChange={(next) =>
          next &&
          form.setFieldValue('density', { ...density, colors: next as NonNullable<LayerDensity['colors']> })
        }
        data={Object.keys(heatColors)}
        leftSection={<span className={classes.bar} style={{ background: heatBar(colors) }} />}
        leftSectionWidth={76}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            <span
              className={classes.bar}
              style={{ background: heatBar(option.value as NonNullable<LayerDensity['colors']>) }}
            />
          </span>
        )}
      />
    </>
  );
}
