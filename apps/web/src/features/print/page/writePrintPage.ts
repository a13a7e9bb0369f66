import { type LegendLine, layOutLegend } from '../sheet/layOutLegend.ts';
import { LEGEND_TITLE_MM, MARGIN_MM } from '../sheet/pageLayout.ts';
import type { Sheet } from '../sheet/Sheet.ts';

/** Black on white in both schemes: the page is paper. PRINT-04. */
export const printPageCss = `
.page { margin: 0 auto; padding: 4mm 0; background: #fff; color: #1a242c; color-scheme: light;
  font: 10pt/1.4 Arial, Arimo, sans-serif; text-align: left; overflow-wrap: anywhere; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.page * { box-sizing: border-box; }
.head { display: flex; align-items: center; gap: 6mm; }
.head h1 { margin: 0 0 3mm; font-size: 14pt; line-height: 1.25; white-space: pre-line; }
.logo { height: 100px; margin-bottom: 3mm; }
.map { position: relative; margin: 0; border: 0.3mm solid #47555f; }
.map img { display: block; width: 100%; }
.scale { position: absolute; left: 3mm; bottom: 3mm; padding: 1mm 1.5mm; background: #fffc; font-size: 8pt; text-align: center; }
.scale div { height: 1.6mm; border: 0.4mm solid #000; border-top: 0; }
.north { position: absolute; right: 3mm; top: 3mm; width: 9mm; padding: 1mm; background: #fffc; font-weight: bold; font-size: 9pt; text-align: center; line-height: 1; }
.north svg { display: block; width: 5mm; height: 7mm; margin: 0 auto 0.6mm; }
.attribution { margin: 1mm 0 0; color: #47555f; font-size: 7.5pt; }
.legend-page { break-before: page; break-inside: avoid; }
.legend-page h2 { height: 8mm; margin: 0; font-size: 12pt; line-height: 1.2; }
.legend { display: flex; margin: 0; padding: 0; font-size: 8.5pt; break-inside: avoid; }
.map ~ .legend { margin-top: 3mm; }
.legend > div { flex: 1 1 0; min-width: 0; padding-right: 2mm; }
.legend .layer, .legend .entry { display: flex; align-items: center; gap: 1.5mm; height: 5.5mm; white-space: nowrap; }
.legend .label { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.legend .layer { font-weight: bold; }
.legend .entry { padding-left: 3mm; }
.legend img { width: 4.5mm; height: 4.5mm; }
.legend .strip img { width: auto; height: 5.5mm; }
.tables { break-before: page; }
.tables h2 { margin: 5mm 0 1.5mm; font-size: 11pt; break-after: avoid; }
table { width: 100%; border-collapse: collapse; font-size: 8pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 0.8mm 1.2mm; border: 0.2mm solid #7f8e99; vertical-align: top; text-align: left; }
th { background: #eef2f4; }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
.foot { margin: 4mm 0 0; white-space: pre-line; }
`;

/** Sets texts as text nodes, so that nothing in them is parsed as HTML. */
function make<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: K,
  { className = '', text = '' }: { readonly className?: string; readonly text?: string } = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const element = page.createElement(tag);
  if (className !== '') element.className = className;
  if (text !== '') element.textContent = text;
  element.append(...children);
  return element;
}

function image(page: Document, url: string, alt: string): HTMLImageElement {
  const element = page.createElement('img');
  element.src = url;
  element.alt = alt;
  return element;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

function makeNorth(page: Document, text: string): HTMLElement {
  const arrow = page.createElementNS(svgNamespace, 'svg');
  arrow.setAttribute('viewBox', '0 0 10 14');
  for (const [d, fill] of [
    ['M5 0 0 14 5 10.5z', '#1a242c'],
    ['M5 0 10 14 5 10.5z', '#7f8e99'],
  ] as const) {
    const half = page.createElementNS(svgNamespace, 'path');
    half.setAttribute('d', d);
    half.setAttribute('fill', fill);
    arrow.append(half);
  }
  return make(page, 'div', { className: 'north' }, [arrow, page.createTextNode(text)]);
}

function makeMap(page: Document, { map, scaleBar, northText, layout }: Sheet): HTMLElement {
  const bar = make(page, 'div');
  // Width relative to the page, so that the bar stays true if a printer scales the page.
  bar.style.width = `calc(${(scaleBar.widthMm / layout.map.widthMm) * 100}cqw)`;
  const scale = make(page, 'div', { className: 'scale', text: scaleBar.text }, []);
  scale.append(bar);
  const figure = make(page, 'figure', { className: 'map' }, [image(page, map.url, ''), scale]);
  figure.style.containerType = 'inline-size';
  figure.style.aspectRatio = `${map.widthPx} / ${map.heightPx}`;
  figure.append(makeNorth(page, northText));
  return figure;
}

/** The legend below the map, or on pages of its own with its title. */
function makeLegend(page: Document, sheet: Sheet): readonly HTMLElement[] {
  const { map, paper, isLegendBelowMap } = sheet.layout;
  const heightMm = paper.heightMm - 2 * MARGIN_MM - LEGEND_TITLE_MM;
  const { pages } = layOutLegend(sheet, { widthMm: map.widthMm, heightMm });
  return pages.map((columns) => {
    const grid = make(
      page,
      'div',
      { className: 'legend' },
      columns.map((lines) =>
        make(
          page,
          'div',
          {},
          lines.map((line) => makeLegendLine(page, line)),
        ),
      ),
    );
    if (isLegendBelowMap) return grid;
    const title = make(page, 'h2', { text: sheet.legendTitle });
    return make(page, 'section', { className: 'legend-page' }, [title, grid]);
  });
}

function makeLegendLine(page: Document, { text, suffix, symbol, isLayer, isStrip }: LegendLine): HTMLElement {
  return make(page, 'div', { className: isLayer ? 'layer' : isStrip ? 'entry strip' : 'entry' }, [
    ...(symbol === null ? [] : [image(page, symbol.url, '')]),
    make(page, 'span', { className: 'label', text }),
    ...(suffix === '' ? [] : [make(page, 'span', { text: suffix })]),
  ]);
}

/** PRINT-05. */
function makeTables(page: Document, { tables, tablesNote }: Sheet): HTMLElement {
  const parts = tables.flatMap(({ layerName, headers, rows }) => {
    const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
      make(
        page,
        'tr',
        {},
        texts.map((text) => make(page, tag, { text })),
      );
    return [
      make(page, 'h2', { text: layerName }),
      make(page, 'table', {}, [
        make(page, 'thead', {}, [cells('th', headers)]),
        make(
          page,
          'tbody',
          {},
          rows.map((row) => cells('td', row)),
        ),
      ]),
    ];
  });
  if (tablesNote !== '') parts.push(make(page, 'p', { text: tablesNote }));
  return make(page, 'section', { className: 'tables' }, parts);
}

/** Builds the page to print as an element of the given document. */
export function writePrintPage(page: Document, sheet: Sheet): HTMLElement {
  const { header, footer, logo, attribution, tables, tablesNote } = sheet;
  const head = make(page, 'header', { className: 'head' });
  if (logo !== null) {
    const logoImage = image(page, logo.url, '');
    logoImage.className = 'logo';
    head.append(logoImage);
  }
  if (header !== '') head.append(make(page, 'h1', { text: header }));
  const parts: HTMLElement[] = [
    ...(head.childElementCount > 0 ? [head] : []),
    makeMap(page, sheet),
    ...(attribution === '' ? [] : [make(page, 'p', { className: 'attribution', text: attribution })]),
    ...makeLegend(page, sheet),
    ...(footer === '' ? [] : [make(page, 'footer', { className: 'foot', text: footer })]),
    ...(tables.length === 0 && tablesNote === '' ? [] : [makeTables(page, sheet)]),
  ];
  const whole = make(page, 'article', { className: 'page' }, parts);
  const { map: mapSize, paper } = sheet.layout;
  whole.style.width = `${Math.round((mapSize.widthMm / paper.widthMm) * 1000) / 10}%`; // PRINT-03
  return whole;
}
