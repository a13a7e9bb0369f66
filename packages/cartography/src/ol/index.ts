export {
  createStyleFunction,
  type LayerStyleFunction,
  type StyleFunctionOptions,
} from './createStyleFunction.ts';
export { drawSprite } from './drawSprite.ts';
export {
  SELECTED_FILL,
  SELECTED_OUTLINE,
  SELECTED_OUTLINE_PX,
  SELECTED_RADIUS_PX,
  selectedStyle,
} from './selectedStyle.ts';
export { type OlStyles, toOlStyles } from './toOlStyles.ts';
