import type { Classifier, ClassifierWithChildren, Language } from '@pgis/contract';
import type { OpenTreeNodeDialog, TreeNodeKind } from '../dialog/dialogState.ts';
import {
  type LayerValues,
  newLayer,
  type TreeNodeBody,
  toGroupSelection,
  toLayerValues,
  unitBody,
} from './LayerValues.ts';
import { type NameValues, namesBody, newNames, toNameValues } from './NameValues.ts';

export interface GroupValues extends NameValues {
  readonly kind: 'group';
  readonly description: string;
  /** null: a stored group stays in its unit, the server chooses the unit of a new one. */
  readonly unitId: number | null;
}

export interface StatusValues extends NameValues {
  readonly kind: 'status';
  readonly description: string;
  readonly statusType: 'open' | 'fixed' | 'closed';
}

export interface StatusGroupValues extends NameValues {
  readonly kind: 'statusGroup';
  readonly description: string;
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

/** Lists the names of nodes in their company's language, without the one being edited. */
export const listNames = (nodes: readonly Classifier[], ownId: number | undefined): readonly string[] =>
  nodes.filter(({ id }) => id !== ownId).map((node) => toNameValues(node).name);

/** Values of a new node; `groupId` is the group that a layer is added to, if it is known. */
export function newValues(
  kind: TreeNodeKind,
  { groupId, companyLanguage }: { readonly groupId: number | null; readonly companyLanguage: Language },
): TreeNodeValues {
  const texts = { ...newNames(companyLanguage), description: '' };
  switch (kind) {
    case 'layer':
      return { ...newLayer(companyLanguage), group: toGroupSelection(groupId) };
    case 'group':
      return { kind, ...texts, unitId: null };
    case 'status':
      return { kind, ...texts, statusType: 'open' };
    case 'statusGroup':
      return { kind, ...texts };
  }
}

/** Values of a stored node. */
export function toValues(kind: TreeNodeKind, classifier: Classifier): TreeNodeValues {
  const texts = { ...toNameValues(classifier), description: classifier.description };
  switch (kind) {
    case 'layer':
      return toLayerValues(classifier);
    case 'group':
      return { kind, ...texts, unitId: classifier.unitId };
    case 'status':
      return { kind, ...texts, statusType: classifier.statusType ?? 'open' };
    case 'statusGroup':
      return { kind, ...texts };
  }
}

export const toGroupBody = ({ description, unitId, ...values }: GroupValues): TreeNodeBody => ({
  ...namesBody(values),
  description,
  ...unitBody(unitId),
});

/** `parentId` is the group of a status, and the root for a status group. */
export const toStatusBody = (
  values: StatusValues | StatusGroupValues,
  parentId: number | null,
): TreeNodeBody => ({
  ...namesBody(values),
  description: values.description,
  ...(values.kind === 'status' && { statusType: values.statusType }),
  id1: parentId,
});
