import { ActionIcon, Menu } from '@mantine/core';
import { type MailRhythm, mailRhythms, type ObjectId } from '@pgis/contract';
import { IconBell, IconBellFilled, IconCheck } from '@tabler/icons-react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useFollowChanges, useFollows } from './followQueries.ts';

interface FollowButtonProps {
  readonly objectId: ObjectId;
  readonly userId: number;
}

/** Follows an object: in the bell, and by mail as often as the user wants. */
export function FollowButton({ objectId, userId }: FollowButtonProps) {
  const { t } = useTexts();
  const { data: follows } = useFollows(userId);
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
        <ActionIcon aria-label={label} title={label} disabled={follows === undefined}>
          {followed === undefined ? <IconBell size={18} /> : <IconBellFilled size={18} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
