import { SegmentedControl, Textarea } from '@mantine/core';
import { limits } from '@pgis/contract';
import { languageNames, languages, useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import classes from './ClassifierDialog.module.css';
import type { ClassifierKind } from './classifierDialog.ts';
import type { ClassifierForm } from './useClassifierForm.ts';

interface BasicFieldsProps {
  readonly form: ClassifierForm;
  readonly what: ClassifierKind;
  readonly isReadOnly: boolean;
}

/** CLS-05: name and description; of a status also its kind and its names in each language. */
export function BasicFields({ form, what, isReadOnly }: BasicFieldsProps) {
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
        disabled={isReadOnly}
        {...form.getInputProps('name')}
        value={values.name}
      />
      <Textarea
        label={t('CLASSIFIERS.DESCRIPTION')}
        withAsterisk
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.classifierDescriptionLength}
        disabled={isReadOnly}
        {...form.getInputProps('description')}
        onBlur={(event) => form.setFieldValue('description', event.currentTarget.value.trim())}
      />
      {what === 'status' && (
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
      )}
    </>
  );
}
