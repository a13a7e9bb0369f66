export { CommentForm } from './comments/CommentForm.tsx';
export { HintedInput } from './form/HintedInput.tsx';
