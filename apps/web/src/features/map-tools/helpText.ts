import type { TFunction } from '../../i18n/index.ts';
import type { ToolState } from '../../map/index.ts';

interface HelpText {
  readonly name: string;
  readonly text: string;
  /** A second text, if the first one is not enough. */
  readonly note?: string;
}

interface HelpTextOptions {
  readonly t: TFunction;
  /** True on a touch screen. */
  readonly isTouch: boolean;
}

/** The name of the active tool and the effect of a click; null if no tool is active. */
export function helpText(tool: ToolState, { t, isTouch }: HelpTextOptions): HelpText | null {
  const { action, step, placement } = tool;
  switch (action) {
    case 'SelectObject':
      return { name: t('MAP.TOOLS.SELECT.NAME'), text: t('MAP.HELP.SELECT') };
    case 'DrawPoint':
      return {
        name: t('MAP.TOOLS.POINT.NAME'),
        text: placement === 'centre' ? t('MAP.PLACE.TEXT') : t('MAP.HELP.POINT'),
      };
    case 'DrawLine':
      return { name: t('MAP.TOOLS.LINE.NAME'), text: lineText(t, step) };
    case 'DrawPolygon':
      return { name: t('MAP.TOOLS.POLYGON.NAME'), text: polygonText(t, step) };
    case 'DragObject':
      return {
        name: t('MAP.TOOLS.DRAG.NAME'),
        text: step === 'start' ? t('MAP.HELP.DRAG') : t('MAP.HELP.DRAG_RELEASE'),
      };
    case 'MeassureDistance':
      return {
        name: t('MAP.TOOLS.DISTANCE.NAME'),
        ...measureText(step, t('MAP.HELP.MEASURE_LINE'), { t, isTouch }),
      };
    case 'MeassureArea':
      return {
        name: t('MAP.TOOLS.AREA.NAME'),
        ...measureText(step, t('MAP.HELP.MEASURE_POLYGON'), { t, isTouch }),
      };
    default:
      return null;
  }
}

function lineText(t: TFunction, step: ToolState['step']): string {
  if (step === 'start') return t('MAP.HELP.LINE_START');
  return step === 'continue' ? t('MAP.HELP.LINE_CONTINUE') : t('MAP.HELP.LINE_FINISH');
}

function polygonText(t: TFunction, step: ToolState['step']): string {
  if (step === 'start') return t('MAP.HELP.POLYGON_START');
  if (step === 'crossing') return t('MAP.HELP.POLYGON_CROSSING');
  return step === 'continue' ? t('MAP.HELP.POLYGON_CONTINUE') : t('MAP.HELP.POLYGON_FINISH');
}

/** MEAS-04: the text of the specification; a second text says how to end. */
function measureText(
  step: ToolState['step'],
  continueText: string,
  { t, isTouch }: HelpTextOptions,
): Omit<HelpText, 'name'> {
  if (step === 'start') return { text: t('MAP.HELP.MEASURE_START') };
  if (step === 'crossing') return { text: t('MAP.HELP.POLYGON_CROSSING') };
  if (step === 'continue') return { text: continueText };
  return { text: continueText, note: t(isTouch ? 'MAP.HELP.DOUBLE_TAP' : 'MAP.HELP.DOUBLE_CLICK') };
}
