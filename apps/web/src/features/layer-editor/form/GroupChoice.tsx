import { TagsInput } from '@mantine/core';
import { type ClassifierWithChildren, limits } from '@pgis/contract';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import classes from '../dialog/TreeNodeDialog.module.css';
import { toGroupLabels } from './groupLabels.ts';
import type { GroupSelection } from './LayerValues.ts';
import { useManagedUnits } from './UnitChoice.tsx';
import type { LayerForm } from './useTreeNodeForm.ts';

interface GroupChoiceProps {
  readonly form: LayerForm;
  readonly groups: readonly ClassifierWithChildren[];
  readonly isDisabled: boolean;
}

/** CLS-02: one group, selected from the list or typed as a new one. */
export function GroupChoice({ form, groups, isDisabled }: GroupChoiceProps) {
  const { t } = useTexts();
  const { units } = useManagedUnits({ mayManage: !isDisabled });
  const [isOpen, setIsOpen] = useState(false);
  const { group } = form.values;
  const labels = toGroupLabels(groups, units);
  const offered = groups
    .filter(({ canManage }) => canManage)
    .map(({ id }) => ({ id, label: labels.get(id) ?? '' }));
  const label =
    group === null ? '' : group.kind === 'new' ? group.name : (labels.get(group.id) ?? `#${group.id}`);
  const toSelection = (text: string): GroupSelection | null => {
    const name = text.slice(0, limits.classifierNameLength).trim();
    if (name === '') return null;
    const known = offered.find((one) => one.label === name);
    return known === undefined ? { kind: 'new', name } : { kind: 'stored', id: known.id };
  };
  return (
    <TagsInput
      label={t('CLASSIFIERS.GROUP')}
      withAsterisk
      required
      data={offered.map((one) => one.label)}
      value={label === '' ? [] : [label]}
      onChange={(selected) => form.setFieldValue('group', toSelection(selected.at(-1) ?? ''))}
      // The names of groups may hold commas.
      splitChars={[]}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      // The list lies over what follows, so it opens when the user asks for it and not with the dialog.
      openOnFocus={false}
      onClick={() => setIsOpen(true)}
      onOptionSubmit={() => setIsOpen(false)}
      error={form.errors.group}
      maxTags={1}
      classNames={{ inputField: classes.groupField ?? '' }}
      acceptValueOnBlur
      disabled={isDisabled}
      {...(group === null && { placeholder: t('CLASSIFIERS.GROUP_PLACEHOLDER') })}
      description={group?.kind === 'new' ? t('CLASSIFIERS.NEW_GROUP_NOTE') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(group === null && !isDisabled && { 'data-autofocus': true })}
    />
  );
}
