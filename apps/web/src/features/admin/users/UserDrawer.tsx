import { Drawer } from '@mantine/core';
import { type User, userNameOf } from '@pgis/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from '../admin.module.css';
import { statusTones } from './statusTones.ts';

interface UserDrawerProps {
  readonly user: User;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A drawer with details of one user, beside the list. */
export function UserDrawer({ user, title, onClose, children }: UserDrawerProps) {
  const { t } = useTexts();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={title}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <UserHead user={user} />
      {children}
    </Drawer>
  );
}

function UserHead({ user }: { readonly user: User }) {
  const { t } = useTexts();
  return (
    <div className={classes.person}>
      <div>
        <b>{userNameOf(user)}</b>
        <div className={classes.small}>{user.email}</div>
      </div>
      <StatusBadge tone={statusTones[user.status]}>{t(`ADMIN.STATUSES.${user.status}`)}</StatusBadge>
    </div>
  );
}
