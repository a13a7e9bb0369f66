export { ChangeTable, type NameOf } from './ChangeTable.tsx';
export { fieldTexts } from './fieldTexts.ts';
export { hasShape, listChanges } from './listChanges.ts';
