import {
  type AuditAction,
  auditActions,
  type CasePriority,
  type FieldLabels,
  type TimelineEntry,
} from '@pgis/contract';
import { formatDate, type TFunction } from '../../../../i18n/index.ts';
import { fieldTexts, listChanges, type NameOf } from '../../../change-table/index.ts';

/** One change of an entry: a label, and the values before and after it as far as they can be told in a few words. */
export interface ChangeLine {
  readonly label: string;
  readonly old?: string;
  readonly now?: string;
}

interface Texts {
  readonly t: TFunction;
  readonly labels: FieldLabels;
  /** Finds the name of a layer. */
  readonly nameOf: NameOf;
}

/** The changes of an entry that is no comment; at least one. */
export function toLines(entry: TimelineEntry, texts: Texts): readonly ChangeLine[] {
  const { action } = entry;
  if (action === 'OBJECT_ADDED') return [{ label: texts.t('CASES.REPORTED') }];
  const lines = action === 'OBJECT_CASE_CHANGED' ? toCaseLines(entry, texts) : toEditLines(entry, texts);
  return lines.length === 0 ? [{ label: actionText(action, texts) }] : lines;
}

const isAction = (text: string): text is AuditAction => (auditActions as readonly string[]).includes(text);

const actionText = (action: string, { t }: Texts): string =>
  isAction(action) ? t(`LOG.ACTIONS.${action}`) : action;

function toCaseLines({ details }: TimelineEntry, { t }: Texts): ChangeLine[] {
  const { isByRule: _, ...values } = details;
  const hasOld = details.old !== undefined;
  return listChanges(values).map(({ key, old, new: now }): ChangeLine => {
    switch (key) {
      case 'assignee':
      case 'unit':
      case 'priority':
      case 'dueOn': {
        const text = (value: unknown) => caseValueText(key, value, t);
        return { label: t(caseLabels[key]), ...(hasOld && { old: text(old) }), now: text(now) };
      }
      case 'pausedOn':
        return {
          label: now ? t('CASES.PAUSED_SINCE', { date: formatDate(String(now)) }) : t('CASES.CONTINUED'),
        };
      case 'told':
        return { label: t('CASES.TOLD'), now: String(now ?? '') };
      default:
        return { label: key, now: String(now) };
    }
  });
}

const caseLabels = {
  assignee: 'CASES.ASSIGNEE',
  unit: 'CASES.UNIT',
  priority: 'CASES.PRIORITY',
  dueOn: 'CASES.DUE',
} as const;

function caseValueText(key: keyof typeof caseLabels, value: unknown, t: TFunction): string {
  switch (key) {
    case 'assignee':
      return value ? String(value) : t('CASES.NOBODY');
    case 'unit':
      return value ? String(value) : t('ROUTING.UNIT_OF_LAYER');
    case 'priority':
      return t(`CASES.PRIORITIES.${value as CasePriority}`);
    case 'dueOn':
      return value ? formatDate(String(value)) : t('CASES.NO_DUE');
  }
}

/** Actions whose values are told; of the others the name of the action says enough. */
const actionsWithValues: readonly string[] = ['OBJECT_CHANGED', 'OBJECTS_CHANGED', 'OBJECT_MOVED_TO_LAYER'];

function toEditLines({ action, details }: TimelineEntry, texts: Texts): ChangeLine[] {
  const { t } = texts;
  if (action === 'OBJECT_HIDDEN') {
    const { hiddenReason } = (details.new ?? {}) as { readonly hiddenReason?: unknown };
    return [{ label: actionText(action, texts), ...(hiddenReason ? { now: String(hiddenReason) } : {}) }];
  }
  if (action === 'FILE_CHANGED')
    return [{ label: actionText(action, texts), now: String(details.file ?? '') }];
  if (action === 'FILE_ADDED' || action === 'FILE_DELETED') {
    const { name } = ((action === 'FILE_ADDED' ? details.new : details.old) ?? {}) as {
      readonly name?: unknown;
    };
    return [{ label: actionText(action, texts), ...(name ? { now: String(name) } : {}) }];
  }
  if (!actionsWithValues.includes(action)) return [];
  const { old, new: now } = details;
  return listChanges({ old, new: now }).map(({ key, old: before, new: after }): ChangeLine => {
    if (key === 'geometry') return { label: t('LOG.FIELDS.SHAPE') };
    const text = (value: unknown) => editValueText(key, value, texts);
    return { label: editLabel(key, texts), old: text(before), now: text(after) };
  });
}

function editLabel(key: string, { t, labels }: Texts): string {
  if (key.startsWith('data.')) return labels.of(key.slice('data.'.length));
  const known = fieldTexts[key];
  return known === undefined ? key : t(known);
}

function editValueText(key: string, value: unknown, { t, labels, nameOf }: Texts): string {
  if (value === undefined || value === null || value === '') return '—';
  if (key.startsWith('data.')) return labels.ofValue(key.slice('data.'.length), String(value));
  if (typeof value === 'boolean') return t(value ? 'COMMON.YES' : 'COMMON.NO');
  if (typeof value === 'number') return nameOf(key, value) ?? String(value);
  return String(value);
}
