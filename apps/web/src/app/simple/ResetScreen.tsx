import { useNavigate, useParams } from '@tanstack/react-router';
import { ResetPasswordForm } from '../../features/session/forms/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { BaseMapBackdrop } from './BaseMapBackdrop.tsx';
import { Card } from './Card.tsx';

/** D-USER-03: the target of the link in an invitation or reset mail. */
export default function ResetScreen() {
  const { language } = useTexts();
  const navigate = useNavigate();
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const toLogin = (search: { forgot?: boolean }) => void navigate({ to: `/${language}/auth/login`, search });
  return (
    <>
      <BaseMapBackdrop isVeiled />
      <Card>
        <ResetPasswordForm
          token={token}
          onSaved={() => toLogin({})}
          onAskForLink={() => toLogin({ forgot: true })}
        />
      </Card>
    </>
  );
}
