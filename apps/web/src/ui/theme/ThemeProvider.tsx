import './layers.css';
import './mantineStyles.ts';
import './tokens.css';
import './base.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { changePreferences, readPreferences, subscribePreferences } from '../../preferences/index.ts';
import { cssVariablesResolver, theme } from './theme.ts';

let leave = (): void => {};

/** Stores the scheme in the preferences; Mantine's own manager would add a fifth key to the local storage. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: (defaultScheme) => readPreferences().colorScheme ?? defaultScheme,
  set: (colorScheme) => changePreferences({ colorScheme }),
  subscribe(onUpdate) {
    leave = subscribePreferences(() => onUpdate(readPreferences().colorScheme ?? 'auto'));
  },
  unsubscribe: () => leave(),
  clear: () => changePreferences({ colorScheme: undefined }),
};

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Tests do not wait for transitions.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
