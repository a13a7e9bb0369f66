import { Button, Select } from '@mantine/core';
import { type Condition, findConditionProblem, type Operator } from '@pgis/conditions';
import { isFilterSet } from '@pgis/contract';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ConditionValue } from '../../../layers/conditions/ConditionValue.tsx';
import { operatorText } from '../../../layers/conditions/conditionText.ts';
import { operatorsFor, withOperator } from '../../../layers/conditions/operatorChoices.ts';
import { useFieldLabels } from '../../../layers/fields/useFieldLabels.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import type { Layer } from '../useLayerList.ts';
import classes from './LayerFilterForm.module.css';
import { type FilterValues, noFilter } from './layerFilters.ts';

interface FilterFormProps {
  readonly layer: Layer;
  readonly filter: FilterValues;
  readonly onEmit: (filter: FilterValues) => void;
}

type Comparison = Pick<Condition, 'operator' | 'value'>;
const anyText: Comparison = { operator: 'contains', value: '' };

const findSchema = ({ layerFields }: Pick<Layer, 'layerFields'>, field: string | null) =>
  layerFields.find(({ name }) => name === field)?.schema;

/** OFLT-01..06: one field of the layer and what its values have to contain, or another comparison. */
export default function LayerFilterForm({ layer, filter, onEmit }: FilterFormProps) {
  const { t } = useTexts();
  const labels = useFieldLabels(layer);
  const fields = layer.layerFields.map(({ name }) => name);
  const [field, setField] = useState(fields.includes(filter.field) ? filter.field : '');
  const [condition, setCondition] = useState<Comparison>({ ...anyText, ...filter });
  const [isFieldMissing, setFieldMissing] = useState(false);
  const [isHalfFilled, setHalfFilled] = useState(false);
  const { operator } = condition;
  const schema = findSchema(layer, field);
  // A comparison that does not suit the field stays until another is selected.
  const anyOperators: readonly Operator[] = schema?.type === 'reference' ? [] : ['contains'];
  const offered = [...new Set<Operator>([...anyOperators, ...operatorsFor(schema), operator])];
  const change = (changes: Comparison) => {
    setCondition(changes);
    setHalfFilled(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field === '') {
      setFieldMissing(true);
      return;
    }
    const value = condition.value.trim();
    const values = { field, ...(operator !== 'contains' && { operator }), value };
    const code = findConditionProblem({ operator, value });
    // OFLT-04: without a value the filter is submitted and does not count as set.
    if (code === undefined || !isFilterSet(values)) onEmit(values);
    else setHalfFilled(code === 'REQUIRED');
  };
  const clear = () => {
    setField('');
    setCondition(anyText);
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
            data={fields.map((one) => ({ value: one, label: labels.of(one) }))}
            value={field === '' ? null : field}
            onChange={(selected) => {
              setField(selected ?? '');
              // Nobody searches for a part of the number of an object.
              if (findSchema(layer, selected)?.type === 'reference') change({ operator: '=', value: '' });
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
          <Select
            label={t('CLASSIFIERS.FILTER_OPERATOR')}
            data={offered.map((one) => ({ value: one, label: operatorText(t, one) }))}
            value={operator}
            onChange={(selected) => change(withOperator(condition, (selected ?? 'contains') as Operator))}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
          {operator === 'contains' ? (
            <TrimmedTextInput
              label={t('MAP.FILTER.VALUE')}
              description={t('MAP.FILTER.VALUE_NOTE')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={200}
              value={condition.value}
              onChange={(value) => change({ operator, value })}
            />
          ) : (
            <ConditionValue
              condition={condition}
              schema={schema}
              label={t('MAP.FILTER.VALUE')}
              labelOf={(value) => labels.ofValue(field, value)}
              isLabelVisible
              withinPortal={false}
              error={isHalfFilled && t('REQUIRED')}
              onChange={(value) => change({ operator, value })}
            />
          )}
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
