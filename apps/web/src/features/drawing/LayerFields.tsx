import type { Classifier } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import classes from './DrawForm.module.css';
import type { DrawForm } from './useDrawForm.ts';

interface LayerFieldsProps {
  readonly form: DrawForm;
  readonly layer: Pick<Classifier, 'layerFields'> | undefined;
}

/** DRAW-11, DRAW-20: the fields of the chosen layer, all of them free to stay empty. */
export function LayerFields({ form, layer }: LayerFieldsProps) {
  const { t } = useTexts();
  const fields = layer?.layerFields ?? [];
  if (fields.length === 0) return null;
  const { data } = form.values;
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{t('MAP.LAYER_FIELDS')}</legend>
      {fields.map(({ name }) => (
        <TrimmedTextInput
          key={name}
          label={name}
          maxLength={limits.data.valueLength}
          value={data[name] ?? ''}
          onChange={(value) => form.setFieldValue('data', { ...data, [name]: value })}
        />
      ))}
    </fieldset>
  );
}
