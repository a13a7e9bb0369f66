export { CommentForm } from './CommentForm.tsx';
export { HintedInput } from './HintedInput.tsx';
