import { Button, Group, Skeleton } from '@mantine/core';
import { type AuditAction, auditActions, type HistoryEntry, type HistorySide } from '@pgis/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, useTexts } from '../../i18n/index.ts';
import { historyEntryQuery } from '../../objects/historyQueries.ts';
import { ChangeTable, hasShape } from '../change-table/index.ts';
import classes from './history.module.css';
import { useNamesOfObjects } from './useNamesOfObjects.ts';

interface HistoryItemProps {
  readonly objectId: number;
  readonly entry: HistoryEntry;
  readonly restoring: HistorySide | null;
  readonly onRestore: (side: HistorySide) => void;
}

const isAction = (text: string): text is AuditAction => (auditActions as readonly string[]).includes(text);

export function HistoryItem({ objectId, entry, restoring, onRestore }: HistoryItemProps) {
  const { t } = useTexts();
  const { id, at, userName, action, details } = entry;
  const sides = [
    ...(entry.canRestore ? (['after'] as const) : []),
    ...(entry.canRestoreBefore ? (['before'] as const) : []),
  ];
  const nameOf = useNamesOfObjects();
  const isDrawn = hasShape(details);
  const whole = useQuery({ ...historyEntryQuery(objectId, id), enabled: isDrawn });
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
        {sides.length > 0 && (
          <Group gap="xs" justify="flex-end">
            {sides.map((side) => (
              <Button
                key={side}
                size="xs"
                variant="light"
                leftSection={<IconArrowBackUp size={14} />}
                loading={restoring === side}
                onClick={() => onRestore(side)}
              >
                {t(side === 'before' ? 'HISTORY.RESTORE_BEFORE' : 'HISTORY.RESTORE')}
              </Button>
            ))}
          </Group>
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
