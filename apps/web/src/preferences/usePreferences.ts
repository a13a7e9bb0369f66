import { useSyncExternalStore } from 'react';
import { type DevicePreferences, readPreferences, subscribePreferences } from './preferences.ts';

export const usePreferences = (): DevicePreferences =>
  useSyncExternalStore(subscribePreferences, readPreferences);
