import type { Language, Scheme, Size } from './Stage.ts';
import { type SceneName, scenes } from './scenes.ts';

export interface Screenshot {
  readonly scene: SceneName;
  readonly language: Language;
  readonly scheme: Scheme;
}

const isSceneName = (name: string): name is SceneName => Object.hasOwn(scenes, name);
const sceneNames = Object.keys(scenes).filter(isSceneName);
/** Scenes that the user guide alone shows. */
const ofGuideAlone: readonly SceneName[] = ['draw-line'];
const baseMaps = sceneNames.filter((scene) => /(base-map|streets)-\d+$/.test(scene));
const darkScenes: readonly SceneName[] = [
  ...baseMaps,
  'object-info',
  'phone-sheet',
  'style-fill',
  'style-size',
  'users',
];
/** Their names are the same in both languages. */
const inEnglishAlone: readonly SceneName[] = baseMaps;

/** Screenshots of docs/screenshots: scenes in English and Latvian, and some of them dark. */
export const screenshots: readonly Screenshot[] = [
  ...sceneNames
    .filter((scene) => !ofGuideAlone.includes(scene))
    .flatMap((scene) =>
      (inEnglishAlone.includes(scene) ? (['en'] as const) : (['en', 'lv'] as const)).map((language) => ({
        scene,
        language,
        scheme: 'light' as const,
      })),
    ),
  ...darkScenes.map((scene) => ({ scene, language: 'en' as const, scheme: 'dark' as const })),
];

/** Returns the file name without its extension. */
export const screenshotName = ({ scene, language, scheme }: Screenshot): string =>
  [scene, language, ...(scheme === 'dark' ? ['dark'] : [])].join('-');

export const sizeOf = ({ scene }: Screenshot): Size => (scene.startsWith('phone-') ? 'phone' : 'wide');

/** The first pages of a visit show the cookie notice. */
export const isFirstVisit = ({ scene }: Screenshot): boolean => scene === 'landing';
