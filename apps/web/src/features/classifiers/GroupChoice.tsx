import { TagsInput } from '@mantine/core';
import { type ClassifierWithChildren, limits } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';
import classes from './ClassifierDialog.module.css';
import type { ClassifierForm } from './useClassifierForm.ts';

interface GroupChoiceProps {
  readonly form: ClassifierForm;
  readonly groups: readonly ClassifierWithChildren[];
  readonly isDisabled: boolean;
}

/** CLS-02: one group, picked from the list or typed as a new one. */
export function GroupChoice({ form, groups, isDisabled }: GroupChoiceProps) {
  const { t } = useTexts();
  const { group } = form.values;
  const names = [...new Set(groups.filter(({ canManage }) => canManage).map(({ name }) => name))];
  const isNew = group.trim() !== '' && !groups.some(({ name }) => name === group.trim());
  return (
    <TagsInput
      label={t('CLASSIFIERS.GROUP')}
      withAsterisk
      required
      data={names}
      value={group === '' ? [] : [group]}
      onChange={(chosen) =>
        form.setFieldValue('group', (chosen.at(-1) ?? '').slice(0, limits.classifierNameLength))
      }
      error={form.errors.group}
      maxTags={1}
      classNames={{ inputField: classes.groupField ?? '' }}
      acceptValueOnBlur
      disabled={isDisabled}
      {...(group === '' && { placeholder: t('CLASSIFIERS.GROUP_PLACEHOLDER') })}
      description={isNew ? t('CLASSIFIERS.NEW_GROUP_NOTE') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(group === '' && !isDisabled && { 'data-autofocus': true })}
    />
  );
}
