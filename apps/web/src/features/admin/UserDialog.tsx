import { MultiSelect, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addUser, editUser, limits, type User } from '@pgis/contract';
import { callApi } from '../../api/index.ts';
import { type Language, languageNames, languages, useTexts } from '../../i18n/index.ts';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { useSaving } from '../../ui/forms/useSaving.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import classes from './admin.module.css';
import { useGroups, useReadAgain } from './adminData.ts';

interface UserDialogProps {
  /** null: somebody is invited. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Invites a user by mail, or changes what is known of him. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const { t, language } = useTexts();
  const { groups } = useGroups();
  const readAgain = useReadAgain();
  const form = useForm({
    initialValues: {
      email: user?.email ?? '',
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      phone: user?.phone ?? '',
      position: user?.position ?? '',
      language: (user?.language ?? language) as Language,
      groupIds: (user?.groupIds ?? []).map(String),
    },
    validate: { email: (email) => (email.trim() === '' ? t('REQUIRED') : null) },
  });
  const { save, isSaving, failure } = useSaving(form);
  const submit = form.onSubmit((values) => {
    const body = { ...values, groupIds: values.groupIds.map(Number) };
    void save(async () => {
      if (user === null) await callApi(addUser, { body });
      else await callApi(editUser, { params: { userId: user.id }, body });
      showToast({
        kind: 'success',
        message: user === null ? t('ADMIN.INVITED', { email: body.email }) : t('ADMIN.SAVED'),
      });
      onClose();
      await readAgain();
    });
  });
  const text = (name: 'firstName' | 'lastName' | 'phone' | 'position', label: string) => (
    <TrimmedTextInput label={label} maxLength={limits.personNameLength} {...form.getInputProps(name)} />
  );
  return (
    <FormDialog
      title={t(user === null ? 'ADMIN.INVITE' : 'ADMIN.EDIT_USER')}
      widthPx={560}
      submitText={t(user === null ? 'ADMIN.SEND_INVITATION' : 'COMMON.SAVE')}
      failure={failure}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
      <TrimmedTextInput
        label={t('ADMIN.EMAIL')}
        type="email"
        required
        maxLength={limits.accountEmailLength}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <div className={classes.pair}>
        {text('firstName', t('ADMIN.FIRST_NAME'))}
        {text('lastName', t('ADMIN.LAST_NAME'))}
        {text('phone', t('ADMIN.PHONE'))}
        {text('position', t('ADMIN.POSITION'))}
      </div>
      <Select
        label={t('COMMON.LANGUAGE')}
        description={t('ADMIN.LANGUAGE_NOTE')}
        allowDeselect={false}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.getInputProps('language')}
      />
      <MultiSelect
        label={t('ADMIN.GROUPS')}
        description={t('ADMIN.GROUPS_NOTE')}
        classNames={{ inputField: classes.inner ?? '' }}
        searchable
        data={groups.map(({ id, name, canManage }) => ({
          value: String(id),
          label: name,
          disabled: !canManage,
        }))}
        {...form.getInputProps('groupIds')}
      />
    </FormDialog>
  );
}
