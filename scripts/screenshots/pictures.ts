import type { Language, Scheme, Size } from './Stage.ts';
import type { SceneName } from './scenes.ts';

export interface Picture {
  readonly scene: SceneName;
  readonly language: Language;
  readonly scheme: Scheme;
}

const light = (scene: SceneName, ...languages: readonly Language[]): readonly Picture[] =>
  languages.map((language) => ({ scene, language, scheme: 'light' }));
const dark = (scene: SceneName, language: Language): Picture => ({ scene, language, scheme: 'dark' });

/** What docs/screenshots holds. */
export const pictures: readonly Picture[] = [
  ...light('public-map', 'en', 'lv'),
  ...light('object-info', 'en', 'lv'),
  dark('object-info', 'en'),
  ...light('draw-dialog', 'en', 'lv'),
  ...light('base-layers', 'en', 'lv'),
  ...light('hover-popup', 'en', 'lv'),
  ...light('comments', 'en', 'lv'),
  ...light('shape', 'en', 'lv'),
  ...light('filter', 'en', 'lv'),
  ...light('search', 'en', 'lv'),
  ...light('measuring', 'en', 'lv'),
  ...light('printing', 'en', 'lv'),
  ...light('help', 'en', 'lv'),
  ...light('users', 'en', 'lv'),
  ...light('rights', 'en', 'lv'),
  ...light('phone-rights', 'en', 'lv'),
  ...light('log', 'en', 'lv'),
  ...light('history', 'en', 'lv'),
  ...light('layer-report', 'en', 'lv'),
  ...light('phone-layer-report', 'en', 'lv'),
  ...light('files', 'en', 'lv'),
  ...light('layer-groups', 'en', 'lv'),
  ...light('company', 'en', 'lv'),
  dark('users', 'en'),
  ...light('style-fill', 'en', 'lv'),
  dark('style-fill', 'en'),
  ...light('style-icons', 'en', 'lv'),
  ...light('style-labels', 'en', 'lv'),
  ...light('style-line', 'en', 'lv'),
  ...light('landing', 'en', 'lv'),
  ...light('login', 'en', 'lv'),
  ...light('phone-map', 'en', 'lv'),
  ...light('phone-sheet', 'en', 'lv'),
  dark('phone-sheet', 'en'),
  ...light('phone-place', 'en', 'lv'),
  ...light('phone-report', 'en', 'lv'),
  ...light('phone-info', 'en', 'lv'),
  ...light('phone-search', 'en', 'lv'),
  ...light('phone-comments', 'en', 'lv'),
  ...light('phone-files', 'en', 'lv'),
  ...light('phone-tools', 'en', 'lv'),
  ...light('phone-filter', 'en', 'lv'),
  ...light('phone-printing', 'en', 'lv'),
  ...light('phone-measuring', 'en', 'lv'),
  ...light('phone-base-layers', 'en', 'lv'),
  ...light('phone-help', 'en', 'lv'),
  ...light('phone-log', 'en', 'lv'),
  ...light('phone-history', 'en', 'lv'),
  ...light('phone-style', 'en', 'lv'),
];

/** Of the file, without its ending. */
export const pictureName = ({ scene, language, scheme }: Picture): string =>
  [scene, language, ...(scheme === 'dark' ? ['dark'] : [])].join('-');

export const sizeOf = ({ scene }: Picture): Size => (scene.startsWith('phone-') ? 'phone' : 'wide');

/** The first pages of a visit show the cookie notice. */
export const isFirstVisit = ({ scene }: Picture): boolean => scene === 'landing';
