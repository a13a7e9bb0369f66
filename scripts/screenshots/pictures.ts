import type { Language, Scheme, Size } from './Stage.ts';
import { type SceneName, scenes } from './scenes.ts';

export interface Picture {
  readonly scene: SceneName;
  readonly language: Language;
  readonly scheme: Scheme;
}

const isSceneName = (name: string): name is SceneName => Object.hasOwn(scenes, name);
const sceneNames = Object.keys(scenes).filter(isSceneName);
/** Only the guide shows it. */
const ofGuideAlone: readonly SceneName[] = ['draw-line'];
const darkScenes: readonly SceneName[] = ['object-info', 'phone-sheet', 'style-fill', 'users'];

/** What docs/screenshots holds: every scene in English and Latvian, and some of them dark. */
export const pictures: readonly Picture[] = [
  ...sceneNames
    .filter((scene) => !ofGuideAlone.includes(scene))
    .flatMap((scene) =>
      (['en', 'lv'] as const).map((language) => ({ scene, language, scheme: 'light' as const })),
    ),
  ...darkScenes.map((scene) => ({ scene, language: 'en' as const, scheme: 'dark' as const })),
];

/** Of the file, without its ending. */
export const pictureName = ({ scene, language, scheme }: Picture): string =>
  [scene, language, ...(scheme === 'dark' ? ['dark'] : [])].join('-');

export const sizeOf = ({ scene }: Picture): Size => (scene.startsWith('phone-') ? 'phone' : 'wide');

/** The first pages of a visit show the cookie notice. */
export const isFirstVisit = ({ scene }: Picture): boolean => scene === 'landing';
