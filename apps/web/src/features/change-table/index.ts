export { ChangeTable, type NameOf } from './ChangeTable.tsx';
export { hasShape } from './listChanges.ts';
