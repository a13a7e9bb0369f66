import { limits } from '@pgis/contract';

/** A file that waits to be uploaded, with its description. */
export interface PendingFile {
  readonly file: File;
  readonly description: string;
}

/** Why files cannot join those that wait; the name of the text that says so (ATT-04 to ATT-06). */
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

/** Phones call every photo alike; in a list each needs a name of its own. */
export function nameOfPhoto({ name }: Pick<File, 'name'>, taken: Date): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0].toLowerCase() ?? '.jpg';
  const day = [taken.getFullYear(), taken.getMonth() + 1, taken.getDate()].map(twoDigits).join('-');
  const time = [taken.getHours(), taken.getMinutes(), taken.getSeconds()].map(twoDigits).join('');
  return `photo-${day}-${time}${ending}`;
}
