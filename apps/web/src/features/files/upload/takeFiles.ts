import type { ChangeEvent } from 'react';

/** Returns the selected files and empties the input, so that the same file can be selected again. */
export function takeFiles({ currentTarget }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(currentTarget.files ?? [])];
  currentTarget.value = '';
  return files;
}
