import { MultiSelect, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits, type User } from '@pgis/contract';
import { type Language, languageNames, languages, useTexts } from '../../../i18n/index.ts';
import { FormDialog } from '../../../ui/forms/FormDialog.tsx';
import { useSave } from '../../../ui/forms/useSave.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { showToast } from '../../../ui/toasts/index.ts';
import classes from '../admin.module.css';
import { saveUser, useGroups } from '../userQueries.ts';

interface UserDialogProps {
  /** null invites a new user. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Invites a user by mail, or changes their data. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const { t, language } = useTexts();
  const { groups } = useGroups();
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
  const saving = useSave(saveUser, {
    form,
    onSaved(_saved, { body: { email } }) {
      showToast({
        kind: 'success',
        message: user === null ? t('ADMIN.INVITED', { email }) : t('ADMIN.SAVED'),
      });
      onClose();
    },
  });
  const submit = form.onSubmit((values) =>
    saving.save({ id: user?.id, body: { ...values, groupIds: values.groupIds.map(Number) } }),
  );
  const text = (name: 'firstName' | 'lastName' | 'phone' | 'position', label: string) => (
    <TrimmedTextInput label={label} maxLength={limits.personNameLength} {...form.getInputProps(name)} />
  );
  return (
    <FormDialog
      title={t(user === null ? 'ADMIN.INVITE' : 'ADMIN.EDIT_USER')}
      widthPx={560}
      submitText={t(user === null ? 'ADMIN.SEND_INVITATION' : 'COMMON.SAVE')}
      saving={saving}
      isChanged={form.isDirty()}
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
