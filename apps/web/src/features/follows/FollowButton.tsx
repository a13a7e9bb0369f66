import { ActionIcon, Menu } from '@mantine/core';
import { type MailRhythm, mailRhythms, type ObjectId } from '@pgis/contract';
import { IconBell, IconBellFilled, IconCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyDialog } from '../../ui/lazy-parts/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useFollowChanges, useFollows } from './followQueries.ts';

/** Follows an object by e-mail, without an account. */
export const VisitorFollowDialog = lazyDialog(() => import('./VisitorFollowDialog.tsx'));

interface FollowButtonProps {
  readonly objectId: ObjectId;
  /** Null for a visitor. */
  readonly userId: number | null;
}

/** Follows an object: a user in the bell, and by mail as often as they want; a visitor by mail. */
export function FollowButton({ objectId, userId }: FollowButtonProps) {
  return userId === null ? (
    <VisitorButton objectId={objectId} />
  ) : (
    <UserButton objectId={objectId} userId={userId} />
  );
}

function VisitorButton({ objectId }: { readonly objectId: ObjectId }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('FOLLOWS.FOLLOW')} onClick={() => setOpen(true)}>
        <IconBell size={18} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <VisitorFollowDialog objectId={objectId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function UserButton({ objectId, userId }: { readonly objectId: ObjectId; readonly userId: number }) {
  const { t } = useTexts();
  const { data: follows, error, isPending, refetch } = useFollows(userId);
  const { followObject, stop } = useFollowChanges(userId);
  const followed = follows?.find((one) => one.objectId === objectId);
  const onError = (cause: unknown) => showToast({ kind: 'error', message: errorText(t, cause) });
  const follow = (mail: MailRhythm) =>
    followObject.mutate(
      { objectId, mail },
      { onError, onSuccess: () => showToast({ kind: 'success', message: t('FOLLOWS.FOLLOWED') }) },
    );
  const label = t(followed === undefined ? 'FOLLOWS.FOLLOW' : 'FOLLOWS.FOLLOWING');
  return (
    <Menu position="bottom-end" width={250} withinPortal zIndex="var(--z-popover)">
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} disabled={isPending}>
          {followed === undefined ? <IconBell size={18} /> : <IconBellFilled size={18} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {follows === undefined ? (
          <>
            <Menu.Label>{errorText(t, error)}</Menu.Label>
            <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
              {t('COMMON.RETRY')}
            </Menu.Item>
          </>
        ) : (
          <>
            <Menu.Label>{t('FOLLOWS.TELL_ME')}</Menu.Label>
            {mailRhythms.map((mail) => (
              <Menu.Item
                key={mail}
                rightSection={followed?.mail === mail && <IconCheck size={16} />}
                onClick={() => follow(mail)}
              >
                {t(`FOLLOWS.MAIL.${mail}`)}
              </Menu.Item>
            ))}
          </>
        )}
        {followed !== undefined && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => stop.mutate(followed, { onError })}>{t('FOLLOWS.STOP')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
