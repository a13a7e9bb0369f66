import type { Classifier, InputHint } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import classes from './DrawForm.module.css';
import { HintedInput } from './HintedInput.tsx';
import type { DrawForm } from './useDrawForm.ts';

interface LayerFieldsProps {
  readonly form: DrawForm;
  readonly layer: Pick<Classifier, 'layerFields'> | undefined;
}

const noHint: InputHint = {};

/** DRAW-11, DRAW-20: the fields of the selected layer, all optional, with their hints (D-CLS-19). */
export function LayerFields({ form, layer }: LayerFieldsProps) {
  const { t } = useTexts();
  const fields = layer?.layerFields ?? [];
  if (fields.length === 0) return null;
  const { data } = form.values;
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{t('MAP.LAYER_FIELDS')}</legend>
      {fields.map(({ name, hint = noHint }) => (
        <HintedInput
          key={name}
          label={name}
          hint={hint}
          value={data[name] ?? ''}
          onChange={(value) => form.setFieldValue('data', { ...data, [name]: value })}
        />
      ))}
    </fieldset>
  );
}
