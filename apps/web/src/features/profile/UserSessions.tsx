import { Button, Skeleton } from '@mantine/core';
import type { UserSession } from '@pgis/contract';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, formatDateTime, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/forms/useAction.ts';
import { describeDevice } from './describeDevice.ts';
import classes from './profile.module.css';
import { endSessions, sessionsQuery } from './profileQueries.ts';

interface UserSessionsProps {
  readonly userId: number;
  /** Name of another user, for an administrator; missing for the user's own sessions. */
  readonly name?: string;
}

/** The devices on which a user is signed in, and a button that ends all other sessions. */
export function UserSessions({ userId, name }: UserSessionsProps) {
  const { t } = useTexts();
  const query = useQuery(sessionsQuery(userId));
  const { run: end, isRunning } = useAction(endSessions(userId), () =>
    name === undefined ? t('PROFILE.OTHERS_SIGNED_OUT') : t('ADMIN.SIGNED_OUT', { name }),
  );
  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  if (query.data === undefined) return <Skeleton height={200} maw={640} />;
  const hasOthers = query.data.some(({ isCurrent }) => !isCurrent);
  return (
    <div className={classes.form}>
      {query.data.length === 0 && <p className={classes.note}>{t('ADMIN.NO_SESSIONS')}</p>}
      <ul className={classes.sessions} aria-label={t('PROFILE.SESSIONS')}>
        {query.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconLogout size={16} />}
        disabled={!hasOthers}
        loading={isRunning}
        onClick={() => end()}
      >
        {t(name === undefined ? 'PROFILE.SIGN_OUT_OTHERS' : 'ADMIN.SIGN_OUT')}
      </Button>
    </div>
  );
}

function SessionRow({ session }: { readonly session: UserSession }) {
  const { t } = useTexts();
  const { name, isPhone } = describeDevice(session.userAgent);
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.session}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <div className={classes.device}>
          {name === '' ? t('PROFILE.UNKNOWN_DEVICE') : name}
          {session.isCurrent && <span className={classes.here}>{t('PROFILE.THIS_DEVICE')}</span>}
        </div>
        <div className={classes.note}>
          {t('PROFILE.SESSION_SINCE', { time: formatDateTime(session.createdAt), address: session.address })}
        </div>
      </div>
    </li>
  );
}
