import { Button, Skeleton } from '@mantine/core';
import {
  type AuditAction,
  type AuditEntity,
  auditActions,
  auditEntities,
  getLogRow,
  type LogRow,
} from '@pgis/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, formatDateTime, type TFunction, useTexts } from '../../i18n/index.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ChangeTable, hasShape, type NameOf } from '../change-table/index.ts';
import classes from './log.module.css';
import type { LogFilter } from './logFilter.ts';

interface LogEntryProps {
  readonly row: LogRow;
  readonly nameOf: NameOf;
  readonly onFilter: (filter: LogFilter) => void;
}

const isAction = (text: string): text is AuditAction => (auditActions as readonly string[]).includes(text);
const isEntity = (text: string): text is AuditEntity => (auditEntities as readonly string[]).includes(text);

const nodeKinds = ['layer', 'group', 'status', 'statusGroup'] as const;
const nodeActions = ['CLASSIFIER_ADDED', 'CLASSIFIER_UPDATED', 'CLASSIFIER_DELETED'] as const;
const isNodeKind = (text: string | null): text is (typeof nodeKinds)[number] =>
  nodeKinds.some((kind) => kind === text);
const isNodeAction = (text: string): text is (typeof nodeActions)[number] =>
  nodeActions.some((action) => action === text);

/** A row of the log; it unfolds to its changes. */
export function LogEntry({ row, nameOf, onFilter }: LogEntryProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { at, userName, entityName, result } = row;
  const { action, entity } = entryTexts(row, t);
  const fileName = findFileName(row);
  return (
    <li className={classes.entry}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
      >
        <time className={classes.time} dateTime={at}>
          {formatDateTime(at)}
        </time>
        <span className={classes.who}>{userName === '' ? t('LOG.NOBODY') : userName}</span>
        <span className={classes.what}>
          {action}
          {result !== 'ok' && <StatusBadge tone="err">{t('LOG.REFUSED')}</StatusBadge>}
        </span>
        <span className={classes.about}>
          {fileName !== undefined && `${fileName} · `}
          {!(action.startsWith(entity) && entityName !== '') && (
            <span className={classes.kind}>{entity} </span>
          )}
          {entityName}
        </span>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden="true" />
      </button>
      <div id={detailsId} hidden={!isOpen} className={classes.details}>
        {isOpen && <Details row={row} nameOf={nameOf} onFilter={onFilter} />}
      </div>
    </li>
  );
}

/** Texts of the action and of the kind of entity; a node of the layer tree has words for its own kind. */
function entryTexts({ action, entity, entityKind }: LogRow, t: TFunction) {
  if (isNodeKind(entityKind) && isNodeAction(action))
    return { action: t(`LOG.NODE_ACTIONS.${action}`), entity: t(`LOG.NODES.${entityKind}`) };
  return {
    action: isAction(action) ? t(`LOG.ACTIONS.${action}`) : action,
    entity: isNodeKind(entityKind)
      ? t(`LOG.NODES.${entityKind}`)
      : isEntity(entity)
        ? t(`LOG.ENTITIES.${entity}`)
        : entity,
  };
}

/** Name of the file that was added or deleted: of an archive of the company, or of a file of an object. */
function findFileName({ action, details }: LogRow): string | undefined {
  if (action !== 'FILE_ADDED' && action !== 'FILE_DELETED') return undefined;
  const { archive, new: added, old: deleted } = details;
  const name = archive ?? (added as NamedFile | undefined)?.name ?? (deleted as NamedFile | undefined)?.name;
  return typeof name === 'string' ? name : undefined;
}

interface NamedFile {
  readonly name?: unknown;
}

function Details({ row, nameOf, onFilter }: LogEntryProps) {
  const { t } = useTexts();
  const { id, entity, entityId, ip, requestId, layerId } = row;
  const layer = layerId === null ? undefined : nameOf('classId', layerId);
  return (
    <>
      <Changes row={row} nameOf={nameOf} />
      <dl className={classes.facts}>
        {ip !== '' && <Fact name={t('LOG.ADDRESS')} value={ip} />}
        {layer !== undefined && <Fact name={t('LOG.LAYER')} value={layer} />}
        {entityId !== null && <Fact name="Id" value={String(entityId)} />}
        {requestId !== '' && <Fact name={t('LOG.REQUEST')} value={requestId} />}
        <Fact name={t('LOG.ROW')} value={String(id)} />
      </dl>
      {entityId !== null && isEntity(entity) && (
        <Button size="xs" variant="light" onClick={() => onFilter({ entity, entityId })}>
          {t('LOG.ALL_ABOUT_THIS')}
        </Button>
      )}
    </>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** The list leaves out the points of shapes; they load when a shape is drawn. */
function Changes({ row, nameOf }: Pick<LogEntryProps, 'row' | 'nameOf'>) {
  const { t } = useTexts();
  const isDrawn = hasShape(row.details);
  const query = useQuery({
    queryKey: ['log', 'row', row.id],
    queryFn: ({ signal }) => callApi(getLogRow, { params: { rowId: row.id }, signal }),
    enabled: isDrawn,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isDrawn && query.isPending) return <Skeleton height={80} />;
  return (
    <>
      {query.isError && <p role="alert">{errorText(t, query.error)}</p>}
      <ChangeTable details={query.data?.details ?? row.details} nameOf={nameOf} />
    </>
  );
}
