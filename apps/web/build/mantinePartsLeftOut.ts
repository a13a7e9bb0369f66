/**
 * Replaces parts of Mantine in the browser's bundle that no screen uses: groups of buttons, icons and switches, and
 * two of the three loaders. Mantine makes them properties of the components that we use, so no bundler finds them
 * unused.
 */
import { createContext } from 'react';

function refuse(): never {
  throw new Error('this part of Mantine is not in the bundle: see apps/web/build/mantinePartsLeftOut.ts');
}

export const ActionIconGroup = refuse;
export const ActionIconGroupSection = refuse;
export const ButtonGroup = refuse;
export const ButtonGroupSection = refuse;
export const SwitchGroup = refuse;
/** Read by every switch; null means that it belongs to no group. */
export const SwitchGroupContext = createContext(null);
export const Bars = refuse;
export const Dots = refuse;
