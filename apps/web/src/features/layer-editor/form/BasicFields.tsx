import { SegmentedControl } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { limits } from '@pgis/contract';
import { languageNames, languages, useTexts } from '../../../i18n/index.ts';
import { TrimmedTextarea } from '../../../ui/inputs/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import classes from '../dialog/TreeNodeDialog.module.css';
import type { StatusValues } from './TreeNodeValues.ts';
import type { useTreeNodeForm } from './useTreeNodeForm.ts';

interface BasicFieldsProps {
  /** The members that these fields need, which the forms of all kinds have. */
  readonly form: {
    readonly values: { readonly name: string; readonly description: string };
    getInputProps(name: 'name' | 'description'): ReturnType<ReturnType<typeof useForm>['getInputProps']>;
  };
  readonly isReadOnly: boolean;
  /** Names of the nodes beside this one. */
  readonly takenNames?: readonly string[];
}

/** Names may repeat, but whoever repeats one should know. */
const isTaken = (name: string, takenNames: readonly string[]): boolean =>
  takenNames.some((taken) => taken.trim().toLowerCase() === name.trim().toLowerCase());

/** CLS-05: name and description. */
export function BasicFields({ form, isReadOnly, takenNames = [] }: BasicFieldsProps) {
  const { t } = useTexts();
  const { values } = form;
  return (
    <>
      <TrimmedTextInput
        label={t('CLASSIFIERS.NAME')}
        withAsterisk
        required
        maxLength={limits.classifierNameLength}
        autoComplete="off"
        data-autofocus={!isReadOnly || undefined}
        disabled={isReadOnly}
        description={isTaken(values.name, takenNames) && t('CLASSIFIERS.NAME_TAKEN')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('name')}
        value={values.name}
      />
      <TrimmedTextarea
        label={t('CLASSIFIERS.DESCRIPTION')}
        withAsterisk
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.classifierDescriptionLength}
        disabled={isReadOnly}
        {...form.getInputProps('description')}
        value={values.description}
      />
    </>
  );
}

interface StatusFieldsProps {
  readonly form: ReturnType<typeof useTreeNodeForm<StatusValues>>;
  readonly isReadOnly: boolean;
}

/** CLS-05: kind of a status, and its names in each language. */
export function StatusFields({ form, isReadOnly }: StatusFieldsProps) {
  const { t } = useTexts();
  const { values } = form;
  return (
    <>
      <fieldset className={classes.labelled}>
        <legend className={classes.caption}>{t('CLASSIFIERS.STATUS_TYPE')}</legend>
        <SegmentedControl
          fullWidth
          disabled={isReadOnly}
          data={(['open', 'fixed', 'closed'] as const).map((value) => ({
            value,
            label: t(`CLASSIFIERS.STATUS_TYPES.${value}`),
          }))}
          {...form.getInputProps('statusType')}
        />
      </fieldset>
      <fieldset className={classes.names}>
        <legend className={classes.caption}>{t('CLASSIFIERS.NAMES')}</legend>
        {languages.map((language) => (
          <TrimmedTextInput
            key={language}
            label={languageNames[language]}
            lang={language}
            maxLength={limits.classifierNameLength}
            disabled={isReadOnly}
            value={values.names[language]}
            onChange={(name) => form.setFieldValue('names', { ...values.names, [language]: name })}
          />
        ))}
      </fieldset>
    </>
  );
}
