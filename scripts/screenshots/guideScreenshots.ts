import type { Language, Size } from './Stage.ts';
import type { SceneName } from './scenes.ts';

/** A screenshot of the user guide: a scene, or the part of it that the text describes. */
export interface GuideScreenshot {
  readonly scene: SceneName;
  readonly size: Size;
  readonly part: 'page' | 'map' | 'dialog';
}

const wide = (scene: SceneName, part: GuideScreenshot['part'] = 'page'): GuideScreenshot => ({
  scene,
  size: 'wide',
  part,
});
const phone = (scene: SceneName): GuideScreenshot => ({ scene, size: 'phone', part: 'page' });

export const guideLanguages: readonly Language[] = ['en', 'ru', 'lv'];

/** Screenshot in each language of the guide: docs/user-guide/{language}/pictures/{scene}.webp. */
export const guideScreenshots: readonly GuideScreenshot[] = [
  wide('public-map'),
  phone('phone-place'),
  phone('phone-report'),
  wide('draw-line', 'map'),
  wide('draw-dialog', 'dialog'),
  wide('object-info'),
  wide('shape', 'map'),
  wide('comments'),
  wide('filter'),
  wide('measuring', 'map'),
  wide('printing'),
  wide('reports-start'),
  wide('report-editor'),
  phone('phone-sheet'),
];
