import { listUnknownPlaceholders, type ReplyTexts } from '@pgis/contract';
import type { TFunction } from '../../i18n/index.ts';

/** Says what keeps the texts from being saved; undefined if nothing does. */
export function findTextProblem(texts: ReplyTexts, t: TFunction): string | undefined {
  const written = Object.values(texts).filter((text) => text.trim() !== '');
  if (written.length === 0) return t('REQUIRED');
  const unknown = written.flatMap((text) => listUnknownPlaceholders(text));
  return unknown.length === 0
    ? undefined
    : t('TEMPLATES.UNKNOWN', { names: [...new Set(unknown)].join(', ') });
}
