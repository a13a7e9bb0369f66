import type { TextKey } from '../i18n/index.ts';

/** Labels of the settings of a layer or status; `name` and `description` have one in each context. */
export const settingLabels = {
  statusType: 'CLASSIFIERS.STATUS_TYPE',
  zoomFrom: 'CLASSIFIERS.ZOOM_FROM',
  zoomTo: 'CLASSIFIERS.ZOOM_TO',
  zIndex: 'CLASSIFIERS.Z_INDEX',
  serverside: 'CLASSIFIERS.SERVERSIDE',
  allowPublicRegistration: 'CLASSIFIERS.ALLOW_PUBLIC',
  showAfterReview: 'CLASSIFIERS.AFTER_REVIEW',
  blurPositions: 'CLASSIFIERS.BLUR',
  showDefault: 'CLASSIFIERS.SHOW_DEFAULT',
  allObjectsPublic: 'CLASSIFIERS.ALL_PUBLIC',
  density: 'CLASSIFIERS.DENSITY',
  caseLayer: 'CLASSIFIERS.CASES',
  ruleset: 'CLASSIFIERS.FILTER',
} as const satisfies Readonly<Record<string, TextKey>>;
