import { changePreferences, readPreferences, subscribePreferences } from '../../../preferences/index.ts';

/** A cookie holds 4 096 bytes, and the columns share it with other preferences. */
const MAX_LENGTH = 2_000;

/** D-UI-02: the columns of a layer's report that this device stores. */
export const readColumns = (layerId: number): readonly string[] | undefined =>
  readPreferences().reportColumns?.[layerId];

export const subscribeColumns = subscribePreferences;

/** Stores the columns; the oldest layers are dropped if the cookie gets too long. */
export function saveColumns(layerId: number, columns: readonly string[]): void {
  const { [layerId]: _, ...others } = readPreferences().reportColumns ?? {};
  const entries = Object.entries(others);
  const whole = () => Object.fromEntries([...entries, [layerId, columns]]);
  while (entries.length > 0 && encodeURIComponent(JSON.stringify(whole())).length > MAX_LENGTH)
    entries.shift();
  const fits = encodeURIComponent(JSON.stringify(whole())).length <= MAX_LENGTH;
  changePreferences({ reportColumns: fits ? whole() : {} });
}
