import type { Language, Size } from './Stage.ts';
import type { SceneName } from './scenes.ts';

/** A picture of the user guide: a scene, or the part of it that is spoken of. */
export interface GuidePicture {
  readonly scene: SceneName;
  readonly size: Size;
  readonly part: 'page' | 'map' | 'dialog';
}

const wide = (scene: SceneName, part: GuidePicture['part'] = 'page'): GuidePicture => ({
  scene,
  size: 'wide',
  part,
});
const phone = (scene: SceneName): GuidePicture => ({ scene, size: 'phone', part: 'page' });

export const guideLanguages: readonly Language[] = ['en', 'ru', 'lv'];

/** In every language of the guide, as docs/user-guide/{language}/pictures/{scene}.webp. */
export const guidePictures: readonly GuidePicture[] = [
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
