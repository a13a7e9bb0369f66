import type { Language } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import { audit, type CommandAuthor } from '../../audit/audit.ts';
import type { Schema } from '../../db/schema.ts';
import type { Reader } from '../readVisibleNodes.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';

/** Author of a change of the tree, as the log names them. */
export interface Author {
  readonly actor: Actor | CommandAuthor;
  /** Language in which names without a translation are meant. */
  readonly language: Language;
  /** Empty for a command. */
  readonly requestId: string;
}

/** Actor that asks for a change, and the request that it comes with. */
export type Changer = Author & Reader;

/** Author of what a command does, such as `pgis import`. */
export const commandAuthor = (name: string): Author => ({
  actor: { kind: 'command', name },
  language: 'en',
  requestId: '',
});

export type TreeNodeAction =
  | 'CLASSIFIER_ADDED'
  | 'CLASSIFIER_UPDATED'
  | 'CLASSIFIER_DELETED'
  | 'CLASSIFIER_RESTORED'
  | 'CLASSIFIERS_ORDERED'
  | 'DATA_REMOVED'
  | 'DATA_RESTORED'
  | 'STYLE_GENERATED';

/** D-LOG-01: writes the row that goes with every change of the tree. */
export const auditTreeNode = (
  db: Kysely<Schema>,
  { actor, requestId }: Author,
  {
    action,
    row,
    details = {},
  }: {
    readonly action: TreeNodeAction;
    readonly row: Pick<TreeNodeRow, 'id' | 'companyId' | 'unitId' | 'name'>;
    readonly details?: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  audit(db, {
    actor,
    companyId: row.companyId,
    action,
    entity: 'classifier',
    entityId: row.id,
    entityName: row.name,
    unitId: row.unitId,
    layerId: row.id,
    details,
    requestId,
  });
