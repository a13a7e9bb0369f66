/** Formats that every browser shows. Phones that take HEIC photos convert them to JPEG for such a list. */
export const ACCEPTED_PHOTOS = 'image/jpeg,image/png,image/webp';

/** Photos of one report: as many as one request may attach. */
export const MAX_PHOTOS = 10;

export type PhotoProblem = 'NOT_A_PHOTO' | 'TOO_LARGE' | 'TOO_MANY';

interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export const isHeic = ({ name, type }: Pick<FileFacts, 'name' | 'type'>): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** The reason why a file cannot be added; null if it can. Browsers let users choose other files than those of the list. */
export function findPhotoProblem(
  file: FileFacts,
  { count, maxBytes }: { readonly count: number; readonly maxBytes: number },
): PhotoProblem | null {
  if (!isHeic(file) && !ACCEPTED_PHOTOS.split(',').includes(file.type)) return 'NOT_A_PHOTO';
  if (file.size > maxBytes) return 'TOO_LARGE';
  return count >= MAX_PHOTOS ? 'TOO_MANY' : null;
}
