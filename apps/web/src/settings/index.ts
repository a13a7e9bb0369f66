export { forgetSettings, loadSettings, readSettings } from './settings.ts';
