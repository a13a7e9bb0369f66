import type { PrintChoice } from '../dialog/PrintChoice.ts';
import { firstChoice } from '../dialog/PrintChoice.ts';
import { arrangePage } from '../sheet/pageLayout.ts';
import type { Sheet, SheetImage } from '../sheet/Sheet.ts';

/** A white pixel. */
export const anImage: SheetImage = {
  url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  widthPx: 1,
  heightPx: 1,
};

/** A page for tests, with texts that would do harm if they were parsed as HTML. */
export function aSheet(choice: Partial<PrintChoice> = {}, changes: Partial<Sheet> = {}): Sheet {
  const whole = { ...firstChoice, header: 'Ceļi', ...choice };
  return {
    language: 'lv',
    layout: arrangePage(whole, { hasLogo: changes.logo != null, legendEntries: [2] }),
    header: whole.header,
    footer: '<img src=x onerror=alert(1)>',
    logo: null,
    map: anImage,
    scaleBar: { text: '500 m', widthMm: 40 },
    scaleText: 'Mērogs 1:12 500',
    northText: 'Z',
    legendTitle: 'Apzīmējumi',
    continuedText: '(turpinājums)',
    legend: [
      { layerName: 'Ceļa bojājumi', symbol: anImage, entries: [] },
      { layerName: 'Деревья', symbol: null, entries: [{ label: 'Ozols', symbol: anImage }] },
    ],
    attribution: 'Kartes dati: © OpenStreetMap contributors',
    tables: [],
    tablesNote: '',
    ...changes,
  };
}
