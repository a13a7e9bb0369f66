import { useUnsavedWork } from './useUnsavedWork.ts';

/** `useUnsavedWork` for a component that renders the dialog itself and so is outside its scope. */
export function UnsavedWork({ isChanged }: { readonly isChanged: boolean }) {
  useUnsavedWork(isChanged);
  return null;
}
