import { useMatches } from '@tanstack/react-router';
import type { TextKey } from '../../i18n/index.ts';

export interface TrailStep {
  readonly title: TextKey;
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
