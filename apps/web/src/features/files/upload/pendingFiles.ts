import { limits } from '@pgis/contract';

/** A selected file that waits for upload, with its description. */
export interface PendingFile {
  readonly file: File;
  readonly description: string;
}

/** Reason why files cannot be added; also the key of its text (ATT-04 to ATT-06). */
export type AddProblem = 'SELECT_FILE' | 'FILE_SIZE_EXCEED' | 'FILE_NAME_DUPLICATE';

export function findAddProblem(
  files: readonly Pick<File, 'name' | 'size'>[],
  pending: readonly { readonly file: Pick<File, 'name'> }[],
): AddProblem | null {
  if (files.length === 0) return 'SELECT_FILE';
  if (files.some(({ size }) => size > limits.attachmentBytes)) return 'FILE_SIZE_EXCEED';
  const names = [...pending.map(({ file }) => file.name), ...files.map(({ name }) => name)];
  return new Set(names).size === names.length ? null : 'FILE_NAME_DUPLICATE';
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Phones give every photo the same name, so it gets one from the time it was taken. */
export function nameOfPhoto({ name }: Pick<File, 'name'>, takenAt: Date): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0].toLowerCase() ?? '.jpg';
  const day = [takenAt.getFullYear(), takenAt.getMonth() + 1, takenAt.getDate()].map(twoDigits).join('-');
  const time = [takenAt.getHours(), takenAt.getMinutes(), takenAt.getSeconds()].map(twoDigits).join('');
  return `photo-${day}-${time}${ending}`;
}
