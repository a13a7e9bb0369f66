import type { LatestComment, StatusType } from '@pgis/contract';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';

const tones: Readonly<Record<StatusType, StatusTone>> = { open: 'info', fixed: 'ok', closed: 'neutral' };

/** The status of a comment by its name, in the colour of its kind. */
export function StatusMark({ status, statusType }: Pick<LatestComment, 'status' | 'statusType'>) {
  return <StatusBadge tone={statusType ? tones[statusType] : 'neutral'}>{status}</StatusBadge>;
}
