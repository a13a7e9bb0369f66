export { DrawDialog } from './dialog/DrawDialog.tsx';
export { openEditDialog } from './dialog/drawDialogState.ts';
export { PositionStep, preloadPositionStep } from './PositionStep.tsx';
export { ReportButton } from './ReportButton.tsx';

/** Inputs of the form for other dialogs; they load on demand. */
export const loadFormComponents = () => import('./formParts.ts');
