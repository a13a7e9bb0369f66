import { useLocation } from '@tanstack/react-router';
import { findLanguage } from './languagePath.ts';

/** The place a path leads to, without its language: `/lv/admin/log` is `/admin/log`. */
export function placeOf(path: string): string {
  const language = findLanguage(path);
  const place = language === null ? path : path.slice(language.length + 1);
  return place === '' ? '/' : place;
}

export const usePlace = (): string => useLocation({ select: ({ pathname }) => placeOf(pathname) });
