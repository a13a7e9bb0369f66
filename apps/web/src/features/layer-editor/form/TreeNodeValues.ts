import type { Classifier, ClassifierWithChildren } from '@pgis/contract';
import type { OpenTreeNodeDialog, TreeNodeKind } from '../dialog/dialogState.ts';
import {
  type LayerValues,
  newLayer,
  type TreeNodeBody,
  toGroupSelection,
  toLayerValues,
  unitBody,
} from './LayerValues.ts';

export interface GroupValues {
  readonly kind: 'group';
  readonly name: string;
  readonly description: string;
  /** null: a stored group stays in its unit, the server chooses the unit of a new one. */
  readonly unitId: number | null;
}

/** D-CLS-15: names of a status or status group by language. */
interface LocalizedNames {
  readonly en: string;
  readonly ru: string;
  readonly lv: string;
}

export interface StatusValues {
  readonly kind: 'status';
  readonly name: string;
  readonly description: string;
  readonly names: LocalizedNames;
  readonly statusType: 'open' | 'fixed' | 'closed';
}

export interface StatusGroupValues {
  readonly kind: 'statusGroup';
  readonly name: string;
  readonly description: string;
  readonly names: LocalizedNames;
}

/** Values that the dialog edits, by kind of tree node. */
export type TreeNodeValues = LayerValues | GroupValues | StatusValues | StatusGroupValues;

/** Props of the form for a kind of node. */
export interface TreeNodeFormProps<Values extends TreeNodeValues = TreeNodeValues> {
  readonly state: OpenTreeNodeDialog;
  /** The node that is edited or duplicated; null when one is added. */
  readonly opened: Classifier | null;
  readonly groups: readonly ClassifierWithChildren[];
  readonly initialValues: Values;
  readonly onSaved: (id: number) => void;
}

/** Lists the names of nodes, without the one being edited. */
export const listNames = (nodes: readonly Classifier[], ownId: number | undefined): readonly string[] =>
  nodes.filter(({ id }) => id !== ownId).map(({ name }) => name);

/** Values of a new node; `groupId` is the group that a layer is added to, if it is known. */
export function newValues(kind: TreeNodeKind, groupId: number | null): TreeNodeValues {
  const texts = { name: '', description: '' };
  const names = { en: '', ru: '', lv: '' };
  switch (kind) {
    case 'layer':
      return { ...newLayer, group: toGroupSelection(groupId) };
    case 'group':
      return { kind, ...texts, unitId: null };
    case 'status':
      return { kind, ...texts, names, statusType: 'open' };
    case 'statusGroup':
      return { kind, ...texts, names };
  }
}

/** Values of a stored node. */
export function toValues(kind: TreeNodeKind, classifier: Classifier): TreeNodeValues {
  const { name, description } = classifier;
  const { en = '', ru = '', lv = '' } = classifier.names;
  switch (kind) {
    case 'layer':
      return toLayerValues(classifier);
    case 'group':
      return { kind, name, description, unitId: classifier.unitId };
    case 'status':
      return { kind, name, description, names: { en, ru, lv }, statusType: classifier.statusType ?? 'open' };
    case 'statusGroup':
      return { kind, name, description, names: { en, ru, lv } };
  }
}

export const toGroupBody = ({ name, description, unitId }: GroupValues): TreeNodeBody => ({
  name,
  description,
  ...unitBody(unitId),
});

/** `parentId` is the group of a status, and the root for a status group. */
export const toStatusBody = (
  { kind: _kind, ...values }: StatusValues | StatusGroupValues,
  parentId: number | null,
): TreeNodeBody => ({ ...values, id1: parentId });
