import { type User, userNameOf } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './admin.module.css';
import { statusTones } from './statusTones.ts';

/** Whom a drawer is about. */
export function PersonHead({ user }: { readonly user: User }) {
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
