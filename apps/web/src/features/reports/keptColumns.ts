import { changePreferences, readPreferences, subscribePreferences } from '../../preferences/index.ts';

/** A cookie holds 4 096 bytes, with all else that stands in it. */
const MOST_LENGTH = 2_000;

/** D-UI-02: the columns of a layer's report that this device has chosen. */
export const readColumns = (layerId: number): readonly string[] | undefined =>
  readPreferences().reportColumns?.[layerId];

export const subscribeColumns = subscribePreferences;

/** The layers chosen longest ago make room. */
export function keepColumns(layerId: number, columns: readonly string[]): void {
  const { [layerId]: _, ...others } = readPreferences().reportColumns ?? {};
  const entries = Object.entries(others);
  const whole = () => Object.fromEntries([...entries, [layerId, columns]]);
  while (entries.length > 0 && encodeURIComponent(JSON.stringify(whole())).length > MOST_LENGTH)
    entries.shift();
  const fits = encodeURIComponent(JSON.stringify(whole())).length <= MOST_LENGTH;
  changePreferences({ reportColumns: fits ? whole() : {} });
}
