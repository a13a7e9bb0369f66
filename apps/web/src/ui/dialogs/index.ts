export { DialogHost } from './DialogHost.tsx';
export { confirm, inform } from './dialogs.ts';
