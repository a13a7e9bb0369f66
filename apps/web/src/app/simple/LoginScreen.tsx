import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FirstPasswordForm, ForgotPasswordForm, SignInForm } from '../../features/session/forms/index.ts';
import { useSession } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { readSettings } from '../../settings/index.ts';
import { LangLink } from '../router/LangLink.tsx';
import { BaseMapBackdrop } from './BaseMapBackdrop.tsx';
import { Card } from './Card.tsx';
import classes from './LoginScreen.module.css';

interface LoginSearch {
  readonly forgot?: boolean;
  /** Page that the visitor has requested. */
  readonly next?: string;
}

/** D-SESS-08: the form for sign-in, a forgotten password, or the user's first own password. */
export default function LoginScreen() {
  const { t } = useTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  const { forgot = false, next }: LoginSearch = useSearch({ strict: false });
  const [typedPassword, setTypedPassword] = useState<string | null>(null);
  const show = (search: LoginSearch) => void navigate({ to: '.', search });

  return (
    <>
      <BaseMapBackdrop isVeiled />
      <Card>
        {user !== null ? (
          user.firstLogin && <FirstPasswordForm user={user} typedPassword={typedPassword} />
        ) : forgot ? (
          <ForgotPasswordForm onBack={() => show({})} />
        ) : (
          <>
            <SignInForm
              isDemo={readSettings().demo}
              notice={next === undefined ? undefined : t('LOGIN.FIRST_SIGN_IN_NEEDED')}
              onForgot={() => show({ forgot: true })}
              onSignedIn={setTypedPassword}
            />
            <LangLink to="/dashboard" className={classes.without}>
              {t('LOGIN.WITHOUT')}
            </LangLink>
          </>
        )}
      </Card>
    </>
  );
}
