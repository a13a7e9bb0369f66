import type { MantineColorSchemeManager } from '@mantine/core';
import { changePreferences, readPreferences, subscribePreferences } from '../../preferences/index.ts';

let leave = (): void => {};

/** Keeps the scheme among the preferences; Mantine's own manager would add a fifth key to the local storage. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (defaultScheme) => readPreferences().colorScheme ?? defaultScheme,
  set: (colorScheme) => changePreferences({ colorScheme }),
  subscribe(onUpdate) {
    leave = subscribePreferences(() => onUpdate(readPreferences().colorScheme ?? 'auto'));
  },
  unsubscribe: () => leave(),
  clear: () => changePreferences({ colorScheme: undefined }),
};
