import { Skeleton, Tabs } from '@mantine/core';
import { IconDevices, IconLink, IconLock, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSession } from '../session/index.ts';
import { MyLinks } from './MyLinks.tsx';
import { OwnDataForm } from './OwnDataForm.tsx';
import { OwnPasswordTab } from './OwnPasswordTab.tsx';
import classes from './profile.module.css';
import { userQuery } from './profileQueries.ts';
import { UserSessions } from './UserSessions.tsx';

interface UserProfileDialogProps {
  readonly onClose: () => void;
}

/** HEAD-06, D-COMP-01: a user's own data, password, sessions and links, opened from any page. */
export default function UserProfileDialog({ onClose }: UserProfileDialogProps) {
  const { t } = useTexts();
  const { user: self } = useSession();
  const userId = self?.userId ?? 0;
  const query = useQuery(userQuery(userId));
  return (
    <DialogFrame
      onClose={onClose}
      size={640}
      title={t('MY_PGIS.USER_PROFILE')}
      classNames={{ body: classes.dialog }}
    >
      {query.isError ? (
        <EmptyState level={3} title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />
      ) : (
        <Tabs defaultValue="data" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="data" leftSection={<IconUser size={16} />}>
              {t('PROFILE.DATA')}
            </Tabs.Tab>
            <Tabs.Tab value="password" leftSection={<IconLock size={16} />}>
              {t('PROFILE.PASSWORD')}
            </Tabs.Tab>
            <Tabs.Tab value="sessions" leftSection={<IconDevices size={16} />}>
              {t('PROFILE.SESSIONS')}
            </Tabs.Tab>
            <Tabs.Tab value="links" leftSection={<IconLink size={16} />}>
              {t('PROFILE.LINKS')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="data" pt="md" keepMounted>
            {query.data === undefined ? <Skeleton height={280} /> : <OwnDataForm user={query.data} />}
          </Tabs.Panel>
          <Tabs.Panel value="password" pt="md" keepMounted>
            <OwnPasswordTab userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="sessions" pt="md">
            <UserSessions userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="links" pt="md">
            <MyLinks userId={userId} />
          </Tabs.Panel>
        </Tabs>
      )}
    </DialogFrame>
  );
}
