import { MultiSelect, Select, Switch } from '@mantine/core';
import {
  type FieldSchema,
  type FieldType,
  fieldSchemaLimits,
  fieldTypes,
  hasPattern,
  hasRange,
  isComputed,
  isMeasure,
  isNumberType,
  isRelation,
  limits,
  measureFormat,
  SEVERAL_SEPARATOR,
  splitSeveral,
} from '@pgis/contract';
import type { ReactNode } from 'react';
import { type Language, useTexts } from '../../../../i18n/index.ts';
import { NamesInput } from '../../../../ui/inputs/NamesInput.tsx';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import type { FieldRow } from '../../form/LayerValues.ts';
import { changeType, withProperty } from './changeType.ts';
import { ListValues } from './ListValues.tsx';
import { MeasureUnits } from './MeasureUnits.tsx';
import { Misfits } from './Misfits.tsx';
import { RelatedLayer } from './RelatedLayer.tsx';
import classes from './SchemaPanel.module.css';
import { type OtherField, ShowIf } from './ShowIf.tsx';
import { ValueNames } from './ValueNames.tsx';

interface SchemaPanelProps {
  readonly field: FieldRow;
  readonly others: readonly OtherField[];
  /** The stored layer, whose values the schema is tried on. */
  readonly layerId: number | null;
  readonly companyLanguage: Language;
  /** Errors by property. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (changes: Partial<FieldRow>) => void;
}

const TEXT = 'none';
const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;
const below = ['label', 'input', 'description', 'error'] as ('label' | 'input')[];

/** Type and rules of one field. Without a type the field takes any text, as specified (FIELD-03). */
export function SchemaPanel({ field, others, layerId, companyLanguage, errors, onChange }: SchemaPanelProps) {
  const { t } = useTexts();
  const { schema, hint } = field;
  const change = (next: FieldSchema | null) => onChange({ schema: next });
  const { type } = schema ?? {};
  return (
    <div className={classes.panel}>
      <NamesInput
        label={t('FIELDS.LABEL')}
        names={field.names}
        companyLanguage={companyLanguage}
        maxLength={limits.classifierNameLength}
        placeholder={field.name}
        onChange={(names) => onChange({ names })}
      />
      <div className={classes.grid}>
        <Select
          label={t('FIELDS.TYPE')}
          data={[
            { value: TEXT, label: t('FIELDS.AS_TEXT') },
            ...fieldTypes.map((value) => ({ value, label: t(`FIELDS.TYPES.${value}`) })),
          ]}
          value={type ?? TEXT}
          allowDeselect={false}
          comboboxProps={popover}
          onChange={(value) => change(value === TEXT ? null : changeType(schema, value as FieldType))}
        />
        {schema !== null && <Properties schema={schema} errors={errors} onChange={change} />}
        {schema !== null && (
          <ShowIf schema={schema} others={others} error={errors.showIf} onChange={change} />
        )}
        {schema !== null && (
          <TrimmedTextInput
            label={t('CLASSIFIERS.HINT_HELP')}
            maxLength={limits.inputHint.helpLength}
            value={hint.help ?? ''}
            onChange={(help) => onChange({ hint: { ...hint, help } })}
          />
        )}
      </div>
      {schema?.type === 'list' && (
        <ValueNames schema={schema} companyLanguage={companyLanguage} onChange={change} />
      )}
      {schema !== null && !isComputed(schema.type) && (
        <div className={classes.switches}>
          <Switch
            withThumbIndicator={false}
            label={t('FIELDS.REQUIRED')}
            checked={schema.required === true}
            onChange={({ currentTarget: { checked } }) =>
              change(withProperty(schema, 'required', checked || null))
            }
          />
          {schema.type === 'list' && (
            <Switch
              withThumbIndicator={false}
              label={t('FIELDS.SEVERAL')}
              checked={schema.several === true}
              onChange={({ currentTarget: { checked } }) =>
                change(withProperty(withProperty(schema, 'default', null), 'several', checked || null))
              }
            />
          )}
          <Switch
            withThumbIndicator={false}
            label={t('FIELDS.READ_ONLY')}
            description={t('FIELDS.READ_ONLY_NOTE')}
            checked={schema.readOnly === true}
            onChange={({ currentTarget: { checked } }) =>
              change(withProperty(schema, 'readOnly', checked || null))
            }
          />
        </div>
      )}
      {schema !== null && layerId !== null && field.storedName !== null && (
        <Misfits layerId={layerId} field={field.storedName} schema={schema} />
      )}
    </div>
  );
}

interface PropertiesProps {
  readonly schema: FieldSchema;
  readonly errors: SchemaPanelProps['errors'];
  readonly onChange: (schema: FieldSchema) => void;
}

type TextProperty = 'min' | 'max' | 'unit' | 'pattern' | 'section' | 'default';

function Properties({ schema, errors, onChange }: PropertiesProps) {
  const { t } = useTexts();
  const { type } = schema;
  const text = (name: TextProperty, maxLength: number) => ({
    maxLength,
    inputWrapperOrder: below,
    value: schema[name] ?? '',
    error: errors[name],
    onChange: (value: string) => onChange(withProperty(schema, name, value)),
  });
  const { boundLength, unitLength, patternLength, sectionLength, decimals } = fieldSchemaLimits;
  const digits = Array.from({ length: decimals }, (_, index) => String(index + 1));
  return (
    <>
      {isMeasure(type) && (
        <MeasureUnits type={type} schema={schema} error={errors.unit} onChange={onChange} />
      )}
      {(type === 'decimal' || isMeasure(type)) && (
        <Select
          label={t('FIELDS.DECIMALS')}
          placeholder={isMeasure(type) ? String(measureFormat(schema).decimals) : t('FIELDS.DECIMALS_ANY')}
          clearable
          data={digits}
          value={schema.decimals === undefined ? null : String(schema.decimals)}
          comboboxProps={popover}
          onChange={(value) =>
            onChange(withProperty(schema, 'decimals', value === null ? null : Number(value)))
          }
        />
      )}
      {isNumberType(type) && !isMeasure(type) && (
        <TrimmedTextInput
          label={t('FIELDS.UNIT')}
          description={t('FIELDS.UNIT_NOTE')}
          {...text('unit', unitLength)}
        />
      )}
      {hasRange(type) && <TrimmedTextInput label={t('FIELDS.FROM')} {...text('min', boundLength)} />}
      {hasRange(type) && <TrimmedTextInput label={t('FIELDS.TO')} {...text('max', boundLength)} />}
      {hasPattern(type) && (
        <TrimmedTextInput
          label={t('FIELDS.PATTERN')}
          description={t('FIELDS.PATTERN_NOTE')}
          {...text('pattern', patternLength)}
        />
      )}
      {isRelation(type) && <RelatedLayer schema={schema} errors={errors} onChange={onChange} />}
      {!isRelation(type) && !isMeasure(type) && (
        <DefaultInput schema={schema} error={errors.default} onChange={onChange} />
      )}
      <TrimmedTextInput
        label={t('FIELDS.SECTION')}
        description={t('FIELDS.SECTION_NOTE')}
        {...text('section', sectionLength)}
      />
      {type === 'list' && <ListValues schema={schema} error={errors.values} onChange={onChange} />}
    </>
  );
}

type PropertyProps = Pick<PropertiesProps, 'schema' | 'onChange'> & { readonly error: ReactNode };

function DefaultInput({ schema, error, onChange }: PropertyProps) {
  const { t } = useTexts();
  const common = { label: t('FIELDS.DEFAULT'), error };
  const set = (value: string | null) => onChange(withProperty(schema, 'default', value));
  const options =
    schema.type === 'boolean'
      ? [
          { value: 'true', label: t('COMMON.YES') },
          { value: 'false', label: t('COMMON.NO') },
        ]
      : [...new Set((schema.values ?? []).map(({ value }) => value))].filter((value) => value.trim() !== '');
  if (schema.several === true)
    return (
      <MultiSelect
        {...common}
        clearable
        data={options}
        value={[...splitSeveral(schema.default ?? '')]}
        comboboxProps={popover}
        onChange={(values) => set(values.join(SEVERAL_SEPARATOR))}
      />
    );
  if (schema.type === 'boolean' || schema.type === 'list')
    return (
      <Select
        {...common}
        clearable
        data={options}
        value={schema.default ?? null}
        comboboxProps={popover}
        onChange={set}
      />
    );
  return (
    <TrimmedTextInput
      {...common}
      maxLength={fieldSchemaLimits.defaultLength}
      value={schema.default ?? ''}
      onChange={set}
    />
  );
}
