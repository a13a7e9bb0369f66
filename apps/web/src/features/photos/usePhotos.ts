import { limits } from '@pgis/contract';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { nameOfPhoto } from '../files/index.ts';
import { heicToJpeg } from './heicToJpeg.ts';
import { findPhotoProblem, isHeic, MAX_PHOTOS, type PhotoProblem } from './photoFiles.ts';

export interface Photo {
  readonly file: File;
  /** Address of the preview on this device. */
  readonly url: string;
}

export interface Photos {
  readonly list: readonly Photo[];
  /** True while a chosen photo is being converted, which is not in the list yet. */
  readonly isBusy: boolean;
  /** Reason why the last file was not added, or is not shown. */
  readonly problem: string | null;
  readonly add: (files: readonly File[]) => void;
  /** Shows photos that were accepted at an earlier visit. */
  readonly replace: (files: readonly File[]) => void;
  readonly remove: (photo: Photo) => void;
}

/** `HEIC` is added, but not everybody can see it. */
type PhotoNotice = PhotoProblem | 'HEIC';

/** Photos that are chosen and not sent yet, with previews. */
export function usePhotos(): Photos {
  const { t } = useTexts();
  const [list, setList] = useState<readonly Photo[]>([]);
  /** The list of this moment: a conversion may end several renders after it began. */
  const current = useRef(list);
  const [conversions, setConversions] = useState(0);
  const [problem, setProblem] = useState<PhotoNotice | null>(null);
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const made = urls.current;
    return () => made.forEach((url) => void URL.revokeObjectURL(url));
  }, []);

  const toPhoto = (file: File): Photo => {
    const url = URL.createObjectURL(file);
    urls.current.add(url);
    return { file, url };
  };
  const change = (next: readonly Photo[]) => {
    current.current = next;
    setList(next);
  };
  /** Counts the replacements of the list, after which a conversion belongs to a list that is no longer there. */
  const replacements = useRef(0);
  const add = async (files: readonly File[]) => {
    const begunAt = replacements.current;
    const added: File[] = [];
    let found: PhotoNotice | null = null;
    for (const file of files) {
      const wrong = findPhotoProblem(file, {
        count: current.current.length + added.length,
        maxBytes: limits.attachmentBytes,
      });
      if (wrong !== null) {
        found = wrong;
        continue;
      }
      const jpeg = isHeic(file) ? await heicToJpeg(file) : file;
      // Staff can open it on a device that shows HEIC.
      if (jpeg === null) found = 'HEIC';
      added.push(jpeg ?? file);
    }
    if (begunAt !== replacements.current) return;
    const free = MAX_PHOTOS - current.current.length;
    setProblem(added.length > free ? 'TOO_MANY' : found);
    change([...current.current, ...added.slice(0, free).map(toPhoto)]);
  };
  const convert = async (files: readonly File[]) => {
    setConversions((count) => count + 1);
    await add(files).finally(() => setConversions((count) => count - 1));
  };
  return {
    list,
    isBusy: conversions > 0,
    problem: problem === null ? null : t(`CITIZEN.PHOTO.${problem}`),
    add: (files) => void (files.some(isHeic) ? convert(files) : add(files)),
    replace: (files) => {
      replacements.current += 1;
      change(files.map(toPhoto));
    },
    remove: (photo) => change(current.current.filter((one) => one !== photo)),
  };
}

/** Returns the photo under a name that says when it was taken: phones call each of them the same. */
export const named = (file: File): File =>
  new File([file], nameOfPhoto(file, new Date()), { type: file.type });
