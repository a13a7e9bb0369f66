import {
  type FieldLabels,
  type FieldSchema,
  fieldOfColumn,
  type ReportColumn,
  type ReportRow,
} from '@pgis/contract';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime, formatNumber, useTexts } from '../../../i18n/index.ts';
import { FieldValue } from '../../../layers/fields/FieldValue.tsx';
import { StatusMark } from '../../comments/index.ts';
import classes from './ReportTable.module.css';

interface ReportCellProps {
  readonly row: ReportRow;
  readonly column: string;
  /** Schema of the field that the column shows. */
  readonly schema?: FieldSchema | undefined;
  readonly labels: FieldLabels;
}

/** Content of a cell. */
export function ReportCell({ row, column, schema, labels }: ReportCellProps): ReactNode {
  const { t, language } = useTexts();
  const field = fieldOfColumn(column);
  if (field !== undefined)
    return Object.hasOwn(row.data, field) ? (
      <FieldValue schema={schema} value={labels.ofValue(field, String(row.data[field] ?? ''))} />
    ) : (
      ''
    );
  switch (column as ReportColumn) {
    case 'id':
      return row.id;
    case 'reference':
      return row.reference;
    case 'name':
      return row.name;
    case 'description':
      return row.description;
    case 'public':
      return t(row.isPublic ? 'COMMON.YES' : 'COMMON.NO');
    case 'status':
      return row.status === null ? '' : <StatusMark status={row.status} statusType={row.statusType} />;
    case 'comment':
      return row.latestComment;
    case 'votes':
      return row.votes;
    case 'files':
      return row.files;
    case 'added':
      return formatDateTime(row.createdAt);
    case 'changed':
      return formatDateTime(row.updatedAt);
    case 'author':
      return row.author;
    case 'due':
      return row.dueOn === null ? (
        ''
      ) : (
        <span className={classes.due} data-overdue={row.isOverdue || undefined}>
          {formatDate(row.dueOn)}
        </span>
      );
    case 'overdue':
      return row.dueOn === null ? '' : t(row.isOverdue ? 'COMMON.YES' : 'COMMON.NO');
    case 'length':
      return row.lengthM === null ? '' : formatNumber(row.lengthM, language, 1);
    case 'area':
      return row.areaM2 === null ? '' : formatNumber(row.areaM2, language, 0);
    case 'wkt':
      return '';
  }
}
