export { DrawDialog } from './DrawDialog.tsx';
export { closeDrawDialog, openEditDialog } from './drawDialog.ts';
export { PlaceStep } from './PlaceStep.tsx';
export { ReportButton } from './ReportButton.tsx';
export { unsavedForm } from './unsavedForm.ts';

/** Inputs of the form, for other dialogs; they come when one is opened. */
export const loadFormParts = () => import('./formParts.ts');
