import type { LargeChange } from '@pgis/contract';
import type { TFunction } from '../../i18n/index.ts';

/** Says what was changed, without the name of the layer. */
export function changeText({ kind, field, undoOf }: LargeChange, t: TFunction): string {
  const what = t(`CHANGES.KINDS.${kind}`, { field: field ?? '' });
  return undoOf === null ? what : t('CHANGES.UNDO_OF', { what });
}

export const userText = (name: string, t: TFunction): string =>
  name === '' ? t('CHANGES.DELETED_USER') : name;
