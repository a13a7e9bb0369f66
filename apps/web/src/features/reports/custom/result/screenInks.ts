import { type ChartInks, paperInks } from '@pgis/cartography/paper';

/** Colours of a chart on the screen, in its scheme. */
export function screenInks(element: Element): ChartInks {
  const style = getComputedStyle(element);
  const read = (name: string, other: string) => style.getPropertyValue(name).trim() || other;
  return {
    text: read('--text', paperInks.text),
    line: read('--border', paperInks.line),
    ground: read('--bg', paperInks.ground),
  };
}
