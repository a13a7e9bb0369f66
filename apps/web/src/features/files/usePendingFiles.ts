import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { findAddProblem, nameOfPhoto, type PendingFile } from './pendingFiles.ts';

/** What has been chosen, described and added in a multi-file selector. */
export interface PendingFiles {
  readonly pending: readonly PendingFile[];
  /** Chosen and not added yet. */
  readonly chosen: readonly File[];
  readonly description: string;
  readonly choose: (files: readonly File[]) => void;
  readonly describe: (text: string) => void;
  /** Adds what is chosen, or says in a toast why not. */
  readonly add: () => void;
  /** Adds at once. */
  readonly addFiles: (files: readonly File[]) => void;
  /** A photo taken just now. */
  readonly addPhoto: (file: File) => void;
  readonly remove: (file: File) => void;
  /** All of them, also what is chosen and was forgotten to be added; null when that cannot be added. */
  readonly takeAll: () => readonly PendingFile[] | null;
}

export function usePendingFiles(waiting: readonly PendingFile[] = []): PendingFiles {
  const { t } = useTexts();
  const [pending, setPending] = useState(waiting);
  const [chosen, choose] = useState<readonly File[]>([]);
  const [description, describe] = useState('');

  const join = (files: readonly File[]): readonly PendingFile[] | null => {
    const problem = findAddProblem(files, pending);
    if (problem !== null) {
      showToast({ kind: 'error', message: t(`MAP.${problem}`) });
      return null;
    }
    const all = [...pending, ...files.map((file) => ({ file, description: description.trim() }))];
    setPending(all);
    choose([]);
    describe('');
    return all;
  };
  return {
    pending,
    chosen,
    description,
    choose,
    describe,
    add: () => void join(chosen),
    addFiles: (files) => void join(files),
    addPhoto: (file) => void join([new File([file], nameOfPhoto(file, new Date()), { type: file.type })]),
    // ATT-07: the description goes with its file.
    remove: (file) => setPending(pending.filter((one) => one.file !== file)),
    takeAll: () => (chosen.length === 0 ? pending : join(chosen)),
  };
}
