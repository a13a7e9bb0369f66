import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { findAddProblem, nameOfPhoto, type PendingFile } from './pendingFiles.ts';

/** State of a multi-file selector: the selected, described and added files. */
export interface PendingFiles {
  readonly pending: readonly PendingFile[];
  /** Files that are selected and not added yet. */
  readonly selected: readonly File[];
  readonly description: string;
  readonly setSelected: (files: readonly File[]) => void;
  readonly describe: (text: string) => void;
  /** Adds the selected files, or shows in a toast why it cannot. */
  readonly add: () => void;
  /** Adds files without the selection step. */
  readonly addFiles: (files: readonly File[]) => void;
  /** Adds a photo that has just been taken. */
  readonly addPhoto: (file: File) => void;
  readonly remove: (file: File) => void;
  /** All files, including those that are selected and not added; null if those cannot be added. */
  readonly takeAll: () => readonly PendingFile[] | null;
}

export function usePendingFiles(waiting: readonly PendingFile[] = []): PendingFiles {
  const { t } = useTexts();
  const [pending, setPending] = useState(waiting);
  const [selected, setSelected] = useState<readonly File[]>([]);
  const [description, describe] = useState('');

  const join = (files: readonly File[]): readonly PendingFile[] | null => {
    const problem = findAddProblem(files, pending);
    if (problem !== null) {
      showToast({ kind: 'error', message: t(`MAP.${problem}`) });
      return null;
    }
    const all = [...pending, ...files.map((file) => ({ file, description: description.trim() }))];
    setPending(all);
    setSelected([]);
    describe('');
    return all;
  };
  return {
    pending,
    selected,
    description,
    setSelected,
    describe,
    add: () => void join(selected),
    addFiles: (files) => void join(files),
    addPhoto: (file) => void join([new File([file], nameOfPhoto(file, new Date()), { type: file.type })]),
    // ATT-07: the description goes with its file.
    remove: (file) => setPending(pending.filter((one) => one.file !== file)),
    takeAll: () => (selected.length === 0 ? pending : join(selected)),
  };
}
