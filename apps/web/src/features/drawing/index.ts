export { DrawDialog } from './DrawDialog.tsx';
export { openEditDialog } from './drawDialog.ts';
export { PlaceStep } from './PlaceStep.tsx';
export { ReportButton } from './ReportButton.tsx';
