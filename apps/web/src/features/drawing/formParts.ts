export { CommentForm } from './comments/CommentForm.tsx';
export { StrictInput } from './form/fields/StrictInput.tsx';
export { HintedInput } from './form/HintedInput.tsx';
