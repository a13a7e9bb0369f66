export {
  changePreferences,
  type DevicePreferences,
  readPreferences,
  subscribePreferences,
} from './preferences.ts';
export { usePreferences } from './usePreferences.ts';
