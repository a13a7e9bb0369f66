import { Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits, type User, userNameOf } from '@pgis/contract';
import { type Language, languageNames, languages, useTexts } from '../../i18n/index.ts';
import { FormFoot } from '../../ui/forms/FormFoot.tsx';
import { useSave } from '../../ui/forms/useSave.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../ui/unsaved-work/index.ts';
import { renameSelf } from '../session/index.ts';
import classes from './profile.module.css';
import { saveOwnData } from './profileQueries.ts';

/** D-USER-07: the user's own name, phone and language; only an administrator changes the e-mail. */
export function OwnDataForm({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const form = useForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      phone: user.phone,
      language: user.language as Language,
    },
  });
  const saving = useSave(saveOwnData(user.id), {
    form,
    onSaved(saved) {
      form.resetDirty();
      renameSelf(userNameOf(saved));
      showToast({ kind: 'success', message: t('ADMIN.SAVED') });
    },
  });
  useUnsavedWork(form.isDirty());
  const submit = form.onSubmit(saving.save);
  const text = (name: 'firstName' | 'lastName' | 'phone', label: string) => (
    <TrimmedTextInput label={label} maxLength={limits.personNameLength} {...form.getInputProps(name)} />
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <TrimmedTextInput
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
        <FormFoot saving={saving} submitText={t('COMMON.SAVE')} />
      </Stack>
    </form>
  );
}
