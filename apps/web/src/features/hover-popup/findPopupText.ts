import type { Geom } from '@pgis/contract';

/** POP-03: the description, else the forest-stand name; undefined without either (POP-10). */
export function findPopupText({
  description,
  valdosaSugaNosaukums = '',
}: Pick<Geom, 'description' | 'valdosaSugaNosaukums'>): string | undefined {
  return description.trim() || valdosaSugaNosaukums.trim() || undefined;
}
