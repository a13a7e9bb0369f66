import type { TextKey } from '../../i18n/index.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the breadcrumbs and in the title of the window (`MY_PGIS.*`, D-ROUT-01). */
    readonly title?: TextKey;
    /** Flagged as a map route: it has the right aside (LAY-03). */
    readonly isMapRoute?: boolean;
  }
}
