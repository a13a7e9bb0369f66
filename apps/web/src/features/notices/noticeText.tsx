import { type Notice, referenceOf } from '@pgis/contract';
import { Fragment, type ReactNode } from 'react';
import { formatDate, formatNumber, type Language, type TFunction } from '../../i18n/index.ts';

/** Stands around values that are bold; no text has it. */
const MARK = '\u0001';
const mark = (value: string) => `${MARK}${value}${MARK}`;

function withBold(text: string): ReactNode {
  return text.split(MARK).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order.
    index % 2 === 0 ? <Fragment key={index}>{part}</Fragment> : <b key={index}>{part}</b>,
  );
}

interface TextContext {
  readonly t: TFunction;
  readonly language: Language;
}

/** The sentence of a notice, with names and numbers in bold. */
export const noticeText = (notice: Notice, context: TextContext): ReactNode =>
  withBold(plainText(notice, context));

function plainText(
  { kind, by, object, dueOn, import: imported }: Notice,
  { t, language }: TextContext,
): string {
  const number = mark(object === null ? '' : referenceOf(object.id));
  const file = mark(imported?.fileName ?? '');
  switch (kind) {
    case 'assigned':
    case 'unitAssigned':
    case 'commented':
      return by === null
        ? t(`NOTICES.TEXT.${kind}`, { number })
        : t(`NOTICES.TEXT_BY.${kind}`, { number, by: mark(by) });
    case 'mentioned':
      return t('NOTICES.TEXT_BY.mentioned', { number, by: mark(by ?? '') });
    case 'objectAdded':
      return t('NOTICES.TEXT.objectAdded', { number, layer: mark(object?.layerName ?? '') });
    case 'overdue':
      return t('NOTICES.TEXT.overdue', { number, date: mark(formatDate(dueOn ?? '')) });
    case 'escalated':
    case 'reopened':
    case 'statusChanged':
    case 'replied':
    case 'importFailed':
    case 'importCompared':
      return t(`NOTICES.TEXT.${kind}`, { number, file });
    case 'importDone':
      return t('NOTICES.TEXT.importDone', {
        file,
        number: formatNumber(imported?.added ?? 0, language),
        layer: mark(imported?.layerName ?? ''),
      });
  }
}
