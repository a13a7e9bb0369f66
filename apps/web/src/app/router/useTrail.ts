import { useMatches } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';

export interface TrailStep {
  readonly title: ParseKeys;
  readonly path: string;
}

/** The titled routes from the root to the current page (BREAD-01). */
export const useTrail = (): readonly TrailStep[] =>
  useMatches({
    select: (matches) =>
      matches.flatMap(({ staticData: { title }, pathname }) =>
        title === undefined ? [] : [{ title, path: pathname }],
      ),
    structuralSharing: true,
  });
