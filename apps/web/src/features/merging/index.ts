export { MergeDialog } from './LazyMergeDialog.tsx';
export { PossibleDuplicates } from './PossibleDuplicates.tsx';
