import { ActionIcon, Button } from '@mantine/core';
import { limits } from '@pgis/contract';
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconLock,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { Tooltip } from '../../../ui/popovers/index.ts';
import classes from '../dialog/TreeNodeDialog.module.css';
import { type FieldRow, withoutField } from '../form/LayerValues.ts';
import type { LayerForm } from '../form/useTreeNodeForm.ts';
import { FieldHandle } from './FieldHandle.tsx';
import { HintButton } from './HintButton.tsx';
import { Sections } from './Sections.tsx';
import { SchemaPanel } from './schema/SchemaPanel.tsx';
import { schemaErrors } from './schema/schemaErrors.ts';
import { listSections, moveSection } from './sectionOrder.ts';
import { useValueCounts } from './useUsage.ts';

interface FieldsEditorProps {
  readonly form: LayerForm;
  /** The stored layer, whose objects may hold values in these fields. */
  readonly layerId: number | null;
  readonly isLocked: boolean;
}

let lastKey = 0;
const newRow = (): FieldRow => {
  lastKey += 1;
  // D-CLS-08: rules of the style refer to a new field by this key, which no field can have as its name.
  return {
    key: `_new-${lastKey}`,
    name: '',
    names: {},
    storedName: null,
    hint: {},
    schema: null,
    hasStoredSchema: false,
  };
};

/** FIELD-01..04: the fields of the layer, one row each. */
export function FieldsEditor({ form, layerId, isLocked }: FieldsEditorProps) {
  const { t } = useTexts();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState('');
  const { fields } = form.values;

  const move = (from: number, to: number) => {
    const field = fields[from];
    if (field === undefined) return;
    // Errors refer to fields by their index.
    form.clearErrors();
    form.setFieldValue('fields', fields.toSpliced(from, 1).toSpliced(to, 0, field));
    setMoved(t('FIELDS.MOVED', { field: field.name, position: to + 1, count: fields.length }));
  };
  const sections = listSections(fields);
  const reorderSections = (from: number, to: number) => {
    form.clearErrors();
    form.setFieldValue('fields', moveSection(fields, from, to));
    setMoved(t('FIELDS.MOVED', { field: sections[from] ?? '', position: to + 1, count: sections.length }));
  };
  const remove = (field: FieldRow) => {
    form.clearErrors();
    form.setValues(withoutField(form.values, field));
    if (field.storedName !== null) setRemoved([...removed, field.storedName]);
  };
  return (
    <>
      {isLocked ? (
        <p className={classes.locked}>
          <IconLock size={14} aria-hidden="true" /> {t('CLASSIFIERS.FIELDS_LOCKED')}
        </p>
      ) : (
        <RemoveWarning layerId={layerId} removed={removed} />
      )}
      <ul className={classes.fields}>
        {fields.map((field, index) => (
          <Field
            key={field.key}
            form={form}
            field={field}
            index={index}
            layerId={layerId}
            isLocked={isLocked}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(field)}
          />
        ))}
      </ul>
      {!isLocked && <Sections sections={sections} onMove={reorderSections} />}
      <p role="status" className="visually-hidden">
        {moved}
      </p>
      {!isLocked && (
        <Button
          variant="light"
          leftSection={<IconPlus size={16} />}
          disabled={fields.length >= limits.layerFields}
          onClick={() => form.setFieldValue('fields', [...fields, newRow()])}
        >
          {t('CLASSIFIERS.ADD_FIELD')}
        </Button>
      )}
    </>
  );
}

interface FieldProps extends FieldsEditorProps {
  readonly field: FieldRow;
  readonly index: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function Field({ form, field, index, layerId, isLocked, onMove, onRemove }: FieldProps) {
  const { t } = useTexts();
  const [isOpened, setOpened] = useState(false);
  const errors = schemaErrors(form.errors, index);
  const isOpen = isOpened || Object.keys(errors).length > 0;
  const name = field.name || t('CLASSIFIERS.FIELD_NUMBER', { number: index + 1 });
  const others = form.values.fields
    .map(({ name, schema }) => ({ name: name.trim(), schema }))
    .filter((one, at) => at !== index && one.name !== '');
  const change = (changes: Partial<FieldRow>) =>
    form.setFieldValue(
      'fields',
      form.values.fields.map((one) => (one.key === field.key ? { ...one, ...changes } : one)),
    );
  return (
    <li className={classes.fieldRow} data-open={isOpen || undefined} data-field-index={index}>
      <FieldHandle
        field={name}
        index={index}
        count={form.values.fields.length}
        isDisabled={isLocked}
        onMove={onMove}
      />
      <TrimmedTextInput
        className={classes.fieldName ?? ''}
        aria-label={t('CLASSIFIERS.FIELD_NAME', { number: index + 1 })}
        placeholder={t('CLASSIFIERS.FIELD_NAME_PLACEHOLDER')}
        required
        maxLength={limits.fieldNameLength}
        disabled={isLocked}
        value={field.name}
        error={form.errors[`fields.${index}.name`]}
        onChange={(next) => {
          form.clearFieldError(`fields.${index}.name`);
          change({ name: next });
        }}
        autoFocus={field.storedName === null && field.name === ''}
      />
      <TrimmedTextInput
        className={(field.schema === null ? classes.fieldType : classes.typedField) ?? ''}
        aria-label={t('CLASSIFIERS.FIELD_TYPE', { field: name })}
        value={field.schema === null ? 'text' : t(`FIELDS.TYPES.${field.schema.type}`)}
        disabled
        readOnly
      />
      {field.schema === null && (
        <HintButton
          field={name}
          hint={field.hint}
          isDisabled={isLocked}
          onChange={(hint) => change({ hint })}
        />
      )}
      <Tooltip label={t('FIELDS.ADVANCED')}>
        <ActionIcon
          className={classes.rowAction ?? ''}
          disabled={isLocked}
          aria-label={t('FIELDS.ADVANCED_OF', { field: name })}
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('CLASSIFIERS.REMOVE_FIELD')}>
        <ActionIcon
          className={classes.rowAction ?? ''}
          color="red"
          disabled={isLocked}
          aria-label={t('CLASSIFIERS.REMOVE_FIELD_OF', { field: name })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {isOpen && !isLocked && (
        <SchemaPanel
          field={field}
          others={others}
          layerId={layerId}
          companyLanguage={form.values.companyLanguage}
          errors={errors}
          onChange={change}
        />
      )}
    </li>
  );
}

interface RemoveWarningProps {
  readonly layerId: number | null;
  readonly removed: readonly string[];
}

/** FIELD-01, D-CLS-08: warns how many objects lose a value in the removed fields. */
function RemoveWarning({ layerId, removed }: RemoveWarningProps) {
  const { t } = useTexts();
  const counts = useValueCounts(layerId, removed);
  return (
    <div role="status" className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <div>
        {t('CLASSIFIERS.FIELD_REMOVE_WARNING')}
        {removed.map((field) => {
          const count = counts.get(field);
          return (
            count !== undefined && (
              <div key={field}>
                <strong>{t('CLASSIFIERS.FIELD_HOLDS', { count, field })}</strong>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
