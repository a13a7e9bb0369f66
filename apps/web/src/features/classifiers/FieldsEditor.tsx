import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { limits } from '@pgis/contract';
import { IconAlertTriangle, IconLock, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './ClassifierDialog.module.css';
import { type FieldRow, withoutField } from './ClassifierValues.ts';
import { HintButton } from './HintButton.tsx';
import type { ClassifierForm } from './useClassifierForm.ts';
import { useValueCounts } from './useUsage.ts';

interface FieldsEditorProps {
  readonly form: ClassifierForm;
  /** The stored layer whose objects may hold values. */
  readonly layerId: number | null;
  readonly isLocked: boolean;
}

let lastKey = 0;
const newRow = (): FieldRow => {
  lastKey += 1;
  // No field is called so (D-CLS-08): rules of the style can name it by this.
  return { key: `_new-${lastKey}`, name: '', storedName: null, hint: {} };
};

/** FIELD-01..04: the fields of the layer, one row each. */
export function FieldsEditor({ form, layerId, isLocked }: FieldsEditorProps) {
  const { t } = useTexts();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const { fields } = form.values;

  const change = (key: string, changes: Partial<FieldRow>) =>
    form.setFieldValue(
      'fields',
      fields.map((field) => (field.key === key ? { ...field, ...changes } : field)),
    );
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
        {fields.map((field, index) => {
          const name = field.name || t('CLASSIFIERS.FIELD_NUMBER', { number: index + 1 });
          return (
            <li key={field.key} className={classes.fieldRow}>
              <TextInput
                className={classes.fieldName ?? ''}
                aria-label={t('CLASSIFIERS.FIELD_NAME', { number: index + 1 })}
                placeholder={t('CLASSIFIERS.FIELD_NAME_PLACEHOLDER')}
                required
                maxLength={limits.fieldNameLength}
                disabled={isLocked}
                value={field.name}
                error={form.errors[`fields.${index}.name`]}
                onChange={(event) => {
                  form.clearFieldError(`fields.${index}.name`);
                  change(field.key, { name: event.currentTarget.value });
                }}
                onBlur={() => change(field.key, { name: field.name.trim() })}
                autoFocus={field.storedName === null && field.name === ''}
              />
              <TextInput
                className={classes.fieldType ?? ''}
                aria-label={t('CLASSIFIERS.FIELD_TYPE', { field: name })}
                value="text"
                disabled
                readOnly
              />
              <HintButton
                field={name}
                hint={field.hint}
                isDisabled={isLocked}
                onChange={(hint) => change(field.key, { hint })}
              />
              <Tooltip label={t('CLASSIFIERS.REMOVE_FIELD')}>
                <ActionIcon
                  className={classes.rowAction ?? ''}
                  color="red"
                  disabled={isLocked}
                  aria-label={t('CLASSIFIERS.REMOVE_FIELD_OF', { field: name })}
                  onClick={() => remove(field)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Tooltip>
            </li>
          );
        })}
      </ul>
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

interface RemoveWarningProps {
  readonly layerId: number | null;
  readonly removed: readonly string[];
}

/** FIELD-01, D-CLS-08: what removing costs, by the number of objects as soon as something is removed. */
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
