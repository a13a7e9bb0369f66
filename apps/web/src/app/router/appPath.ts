import { useLocation } from '@tanstack/react-router';
import { findLanguage } from './languagePath.ts';

/** Removes the language of a path: `/lv/admin/log` becomes `/admin/log`. */
export function toAppPath(path: string): string {
  const language = findLanguage(path);
  const appPath = language === null ? path : path.slice(language.length + 1);
  return appPath === '' ? '/' : appPath;
}

export const useAppPath = (): string => useLocation({ select: ({ pathname }) => toAppPath(pathname) });
