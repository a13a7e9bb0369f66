import { limits } from '@pgis/contract';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { nameOfPhoto } from '../files/index.ts';
import { heicToJpeg } from './heicToJpeg.ts';
import { findPhotoProblem, isHeic, type PhotoProblem } from './photoFiles.ts';

export interface Photo {
  readonly file: File;
  /** Address of the preview on this device. */
  readonly url: string;
}

export interface Photos {
  readonly list: readonly Photo[];
  /** Reason why the last file was not added, or is not shown. */
  readonly problem: string | null;
  readonly add: (files: readonly File[]) => void;
  /** Shows photos that were accepted at an earlier visit. */
  readonly replace: (files: readonly File[]) => void;
  readonly remove: (photo: Photo) => void;
}

/** Photos that are chosen and not sent yet, with previews. */
export function usePhotos(): Photos {
  const { t } = useTexts();
  const [list, setList] = useState<readonly Photo[]>([]);
  const [problem, setProblem] = useState<PhotoProblem | 'HEIC' | null>(null);
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
  const add = async (files: readonly File[]) => {
    const added: Photo[] = [];
    let found: PhotoProblem | 'HEIC' | null = null;
    for (const file of files) {
      const wrong = findPhotoProblem(file, {
        count: list.length + added.length,
        maxBytes: limits.attachmentBytes,
      });
      if (wrong !== null) {
        found = wrong;
        continue;
      }
      const jpeg = isHeic(file) ? await heicToJpeg(file) : file;
      // Those who work on the report can open it on a device that shows HEIC.
      if (jpeg === null) found = 'HEIC';
      added.push(toPhoto(jpeg ?? file));
    }
    setProblem(found);
    setList((now) => [...now, ...added]);
  };
  return {
    list,
    problem: problem === null ? null : t(`CITIZEN.PHOTO.${problem}`),
    add: (files) => void add(files),
    replace: (files) => setList(files.map(toPhoto)),
    remove: (photo) => setList((now) => now.filter((one) => one !== photo)),
  };
}

/** Returns the photo under a name that says when it was taken: phones call each of them the same. */
export const named = (file: File): File =>
  new File([file], nameOfPhoto(file, new Date()), { type: file.type });
