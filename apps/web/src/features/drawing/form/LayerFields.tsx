import {
  type Classifier,
  dependsOnReader,
  type FieldLabels,
  type FieldSchema,
  type InputHint,
  isFieldShown,
  isMeasure,
  listDefaults,
  type ShapeSize,
  withMeasures,
} from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { formatFieldValue } from '../../../layers/fields/formatFieldValue.ts';
import { useFieldLabels } from '../../../layers/fields/useFieldLabels.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import classes from './DrawForm.module.css';
import { FieldSection } from './fields/FieldSection.tsx';
import { fieldErrorKey, fieldInputId } from './fields/fieldInputId.ts';
import { StrictInput } from './fields/StrictInput.tsx';
import { HintedInput } from './HintedInput.tsx';
import type { DrawForm } from './useDrawForm.ts';

type Field = Classifier['layerFields'][number];

interface LayerFieldsProps {
  readonly form: DrawForm;
  readonly layer: Pick<Classifier, 'layerFields' | 'companyLanguage'> | undefined;
  /** True for a new object, whose fields start with their defaults. */
  readonly isNew: boolean;
  /** Size of the shape, except of an object in its own layer: its data holds the measures. */
  readonly size?: ShapeSize | undefined;
}

const noHint: InputHint = {};

/** The fields by their section, in the order in which the sections first occur; those without one come first. */
function groupBySection(fields: readonly Field[]): readonly (readonly [string, readonly Field[]])[] {
  const names = ['', ...new Set(fields.map(({ schema }) => schema?.section ?? ''))];
  return [...new Set(names)]
    .map((name) => [name, fields.filter(({ schema }) => (schema?.section ?? '') === name)] as const)
    .filter(([, members]) => members.length > 0);
}

/** DRAW-11, DRAW-20: the fields of the selected layer with their hints (D-CLS-19) and schemas, in sections. */
export function LayerFields({ form, layer, isNew, size }: LayerFieldsProps) {
  const { t } = useTexts();
  const labels = useFieldLabels(layer);
  const fields = layer?.layerFields ?? [];
  const { data } = form.values;
  const shownFor = {
    ...(isNew && listDefaults(fields)),
    ...(size === undefined ? data : withMeasures(fields, data, size)),
  };
  // A value that depends on the reader is shown beside the object; a measure is empty where the shape has none.
  const entered = fields.filter(
    ({ name, schema }) =>
      !dependsOnReader(schema?.type) && (!isMeasure(schema?.type) || shownFor[name] !== undefined),
  );
  return groupBySection(entered.filter((field) => isFieldShown(field, fields, shownFor))).map(
    ([section, members]) => {
      const inputs = members.map((field) => (
        <FieldInput
          key={field.name}
          {...{ form, field, labels, isNew }}
          measure={isMeasure(field.schema?.type) ? shownFor[field.name] : undefined}
        />
      ));
      if (section === '')
        return (
          <fieldset key={section} className={classes.fields}>
            <legend className={classes.legend}>{t('MAP.LAYER_FIELDS')}</legend>
            {inputs}
          </fieldset>
        );
      const errorCount = members.filter(({ name }) => form.errors[fieldErrorKey(name)] !== undefined).length;
      return (
        <FieldSection key={section} title={section} errorCount={errorCount}>
          <div className={classes.fields}>{inputs}</div>
        </FieldSection>
      );
    },
  );
}

interface FieldInputProps extends Pick<LayerFieldsProps, 'form' | 'isNew'> {
  readonly field: Field;
  readonly labels: FieldLabels;
  readonly measure: string | undefined;
}

function FieldInput({ form, field, labels, isNew, measure }: FieldInputProps) {
  const { name, hint = noHint, schema } = field;
  const label = labels.of(name);
  const { data } = form.values;
  const change = (value: string) => form.setFieldValue('data', { ...data, [name]: value });
  if (schema === undefined)
    return <HintedInput label={label} hint={hint} value={data[name] ?? ''} onChange={change} />;
  if (measure !== undefined) return <MeasureValue label={label} schema={schema} value={measure} />;
  const errorKey = fieldErrorKey(name);
  return (
    <StrictInput
      id={fieldInputId(name)}
      label={label}
      labelOf={(value) => labels.ofValue(name, value)}
      schema={schema}
      help={hint.help}
      value={data[name] ?? (isNew ? (schema.default ?? '') : '')}
      error={form.errors[errorKey]}
      onChange={(value) => {
        form.clearFieldError(errorKey);
        change(value);
      }}
      onBlur={() => {
        if (form.isDirty('data')) form.validateField(errorKey);
      }}
    />
  );
}

interface MeasureValueProps {
  readonly label: string;
  readonly schema: FieldSchema;
  readonly value: string;
}

/** A measure of the shape, which the form shows among its fields and nobody enters. */
function MeasureValue({ label, schema, value }: MeasureValueProps) {
  const reader = useTexts();
  return <TrimmedTextInput label={label} disabled value={formatFieldValue(schema, value, reader)} />;
}
