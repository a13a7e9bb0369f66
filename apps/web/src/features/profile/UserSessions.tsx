import { Button, Skeleton } from '@mantine/core';
import { endUserSessions, listUserSessions, type UserSession } from '@pgis/contract';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, formatDateTime, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { describeDevice } from './describeDevice.ts';
import classes from './profile.module.css';

interface UserSessionsProps {
  readonly userId: number;
  /** Of somebody else, for who administers him; missing: one's own. */
  readonly name?: string;
}

/** Where somebody is signed in, and a button that ends it everywhere but here. */
export function UserSessions({ userId, name }: UserSessionsProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const queryKey = ['user-sessions', userId];
  const params = { userId };
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listUserSessions, { params, signal }),
    staleTime: 0,
  });
  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  if (query.data === undefined) return <Skeleton height={200} maw={640} />;
  const end = async () => {
    setEnding(true);
    try {
      await callApi(endUserSessions, { params });
      const message = name === undefined ? t('PROFILE.OTHERS_SIGNED_OUT') : t('ADMIN.SIGNED_OUT', { name });
      showToast({ kind: 'success', message });
      await client.invalidateQueries({ queryKey });
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setEnding(false);
    }
  };
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
        loading={isEnding}
        onClick={() => void end()}
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
