import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { editUser, limits, type User, userNameOf } from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { type Language, languageNames, languages, useTexts } from '../../i18n/index.ts';
import { FormFoot } from '../../ui/forms/FormFoot.tsx';
import { useSaving } from '../../ui/forms/useSaving.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { renameSelf } from '../session/index.ts';
import classes from './profile.module.css';

/** D-USER-07: one's own name, phone and language; the e-mail is an administrator's to change. */
export function OwnDataForm({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const form = useForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      phone: user.phone,
      language: user.language as Language,
    },
  });
  const { save, isSaving, failure } = useSaving(form);
  const submit = form.onSubmit((body) => {
    void save(async () => {
      const saved = await callApi(editUser, { params: { userId: user.id }, body });
      client.setQueryData(['user', user.id], saved);
      renameSelf(userNameOf(saved));
      showToast({ kind: 'success', message: t('ADMIN.SAVED') });
    });
  });
  const text = (name: 'firstName' | 'lastName' | 'phone', label: string) => (
    <TrimmedTextInput label={label} maxLength={limits.personNameLength} {...form.getInputProps(name)} />
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('ADMIN.EMAIL')}
          description={t('PROFILE.EMAIL_NOTE')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: classes.fixed }}
          value={user.email}
          readOnly
        />
        <div className={classes.pair}>
          {text('firstName', t('ADMIN.FIRST_NAME'))}
          {text('lastName', t('ADMIN.LAST_NAME'))}
          {text('phone', t('ADMIN.PHONE'))}
          <Select
            label={t('PROFILE.MAIL_LANGUAGE')}
            allowDeselect={false}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            {...form.getInputProps('language')}
          />
        </div>
        <FormFoot failure={failure} isSaving={isSaving} submitText={t('COMMON.SAVE')} />
      </Stack>
    </form>
  );
}
