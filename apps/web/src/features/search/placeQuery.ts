import type { ClientSettings } from '@pgis/contract';

const SHORTEST = 2;

/** BREAD-06: exactly 11 digits. */
export const isCadastreNumber = (text: string): boolean => /^\d{11}$/.test(text);

/** A cadastre number is looked up only where the setting says so (D-OBJ-10); one letter begins everything. */
export const isWorthAsking = (
  text: string,
  { cadastreSearch }: Pick<ClientSettings, 'cadastreSearch'>,
): boolean => text.length >= SHORTEST && (cadastreSearch || !isCadastreNumber(text));
