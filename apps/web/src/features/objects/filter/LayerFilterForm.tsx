import { Button, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import type { Layer } from '../useLayerList.ts';
import classes from './LayerFilterForm.module.css';
import { type FilterValues, noFilter } from './layerFilters.ts';

interface FilterFormProps {
  readonly layer: Layer;
  readonly filter: FilterValues;
  readonly onEmit: (filter: FilterValues) => void;
}

/** OFLT-01..06: one field of the layer and the text that its values have to contain. */
export default function LayerFilterForm({ layer, filter, onEmit }: FilterFormProps) {
  const { t } = useTexts();
  const fields = layer.layerFields.map(({ name }) => name);
  const [field, setField] = useState(fields.includes(filter.field) ? filter.field : '');
  const [value, setValue] = useState(filter.value);
  const [isFieldMissing, setFieldMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field === '') setFieldMissing(true);
    else onEmit({ field, value: value.trim() });
  };
  const clear = () => {
    setField('');
    setValue('');
    onEmit(noFilter);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h4 className={classes.title}>{t('MAP.FILTER.OF', { layer: layer.name })}</h4>
      {fields.length === 0 ? (
        <p className={classes.none}>{t('MAP.FILTER.NO_FIELDS')}</p>
      ) : (
        <>
          <Select
            label={t('MAP.FILTER.FIELD')}
            placeholder={t('MAP.FILTER.CHOOSE_FIELD')}
            data={fields}
            value={field === '' ? null : field}
            onChange={(selected) => {
              setField(selected ?? '');
              setFieldMissing(false);
            }}
            required
            error={isFieldMissing && t('REQUIRED')}
            allowDeselect={false}
            searchable={fields.length > 8}
            nothingFoundMessage={t('MAP.FILTER.NO_SUCH_FIELD')}
            // Rendered in the popover, because selecting would otherwise count as a click outside it.
            comboboxProps={{ withinPortal: false }}
          />
          <TrimmedTextInput
            label={t('MAP.FILTER.VALUE')}
            description={t('MAP.FILTER.VALUE_NOTE')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={200}
            value={value}
            onChange={setValue}
          />
          <div className={classes.buttons}>
            <Button variant="default" onClick={clear}>
              {t('MAP.FILTER.CLEAR')}
            </Button>
            <Button type="submit">{t('MAP.FILTER.APPLY')}</Button>
          </div>
        </>
      )}
    </form>
  );
}
