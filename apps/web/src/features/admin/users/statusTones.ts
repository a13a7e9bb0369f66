import type { UserStatus } from '@pgis/contract';
import type { StatusTone } from '../../../ui/StatusBadge.tsx';

export const statusTones: Readonly<Record<UserStatus, StatusTone>> = {
  enabled: 'ok',
  invited: 'info',
  disabled: 'neutral',
};
