import type { PrintChoice } from '../PrintChoice.ts';
import { firstChoice } from '../PrintChoice.ts';
import { layOutPage } from '../pageLayout.ts';
import type { Picture, Sheet } from '../Sheet.ts';

/** A white pixel. */
export const aPicture: Picture = {
  url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  widthPx: 1,
  heightPx: 1,
};

/** A page for tests, with words that would be mischief if they were taken for HTML. */
export function aSheet(choice: Partial<PrintChoice> = {}, changes: Partial<Sheet> = {}): Sheet {
  const whole = { ...firstChoice, header: 'Ceļi', ...choice };
  return {
    language: 'lv',
    layout: layOutPage(whole, { hasLogo: changes.logo != null, legendRows: 3 }),
    header: whole.header,
    footer: '<img src=x onerror=alert(1)>',
    logo: null,
    map: aPicture,
    scaleBar: { text: '500 m', widthMm: 40 },
    scaleText: 'Mērogs 1:12 500',
    northText: 'Z',
    legendTitle: 'Apzīmējumi',
    legend: [
      { layerName: 'Ceļa bojājumi', symbol: aPicture, entries: [] },
      { layerName: 'Деревья', symbol: null, entries: [{ label: 'Ozols', symbol: aPicture }] },
    ],
    attribution: 'Kartes dati: © OpenStreetMap contributors',
    tables: [],
    tablesNote: '',
    ...changes,
  };
}
