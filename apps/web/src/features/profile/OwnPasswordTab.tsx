import { Skeleton } from '@mantine/core';
import { changePassword } from '@pgis/contract';
import { Suspense, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { NewPasswordForm } from '../session/index.ts';
import classes from './profile.module.css';

/** D-SESS-07: asks for the old password; the server then ends the other sessions. */
export function OwnPasswordTab({ userId }: { readonly userId: number }) {
  const { t } = useTexts();
  const [savedTimes, setSavedTimes] = useState(0);
  return (
    <div className={classes.narrow}>
      <Suspense fallback={<Skeleton height={320} />}>
        <NewPasswordForm
          // Empties the form after each change.
          key={savedTimes}
          title={t('PROFILE.CHANGE_PASSWORD')}
          text={t('PROFILE.CHANGE_PASSWORD_TEXT')}
          needsOldPassword
          isGuarded
          onSave={async (body) => {
            await callApi(changePassword, { params: { userId }, body });
            showToast({ kind: 'success', message: t('PASSWORD.SAVED') });
            setSavedTimes((times) => times + 1);
          }}
        />
      </Suspense>
    </div>
  );
}
