import { Button, Skeleton } from '@mantine/core';
import { type AuditAction, auditActions, getGeomHistoryEntry, type HistoryEntry } from '@pgis/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { formatDateTime, useTexts } from '../../i18n/index.ts';
import { ChangeTable, hasShape } from '../changes/index.ts';
import classes from './history.module.css';
import { useNamesOfObjects } from './useNamesOfObjects.ts';

interface HistoryItemProps {
  readonly objectId: number;
  readonly entry: HistoryEntry;
  readonly isRestoring: boolean;
  readonly onRestore: () => void;
}

const isAction = (text: string): text is AuditAction => (auditActions as readonly string[]).includes(text);

export function HistoryItem({ objectId, entry, isRestoring, onRestore }: HistoryItemProps) {
  const { t } = useTexts();
  const { id, at, userName, action, details, canRestore } = entry;
  const nameOf = useNamesOfObjects();
  const isDrawn = hasShape(details);
  const whole = useQuery({
    queryKey: ['geom-history-entry', objectId, id],
    queryFn: ({ signal }) => callApi(getGeomHistoryEntry, { params: { id: objectId, entryId: id }, signal }),
    enabled: isDrawn,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <div>
          <b>{isAction(action) ? t(`LOG.ACTIONS.${action}`) : action}</b>
          <div className={classes.who}>
            <time dateTime={at}>{formatDateTime(at)}</time> ·{' '}
            {userName === '' ? t('HISTORY.VISITOR') : userName}
          </div>
        </div>
        {canRestore && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconArrowBackUp size={14} />}
            loading={isRestoring}
            onClick={onRestore}
          >
            {t('HISTORY.RESTORE')}
          </Button>
        )}
      </div>
      {isDrawn && whole.isPending ? (
        <Skeleton height={60} />
      ) : (
        Object.keys(details).some((key) => key !== 'version') && (
          <ChangeTable details={whole.data?.details ?? details} nameOf={nameOf} />
        )
      )}
    </li>
  );
}
