import { CHART_OF_PAGE, type PaperTable, paperSize, type ReportPaper } from '@pgis/cartography/paper';

/** Black on white in both schemes: the page is paper. */
const css = `
body { margin: 0; background: #fff; color: #1a242c; color-scheme: light; font: 10pt/1.4 Arial, Arimo, sans-serif;
  overflow-wrap: anywhere; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
h1 { margin: 0 0 2mm; font-size: 16pt; line-height: 1.25; }
h2 { margin: 5mm 0 0; font-size: 11pt; break-after: avoid; }
p { margin: 0 0 1mm; color: #47555f; font-size: 9pt; }
img { display: block; max-width: 100%; margin: 3mm 0; }
table { width: 100%; margin-top: 3mm; border-collapse: collapse; font-size: 8.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 0.8mm 1.2mm; border: 0.2mm solid #7f8e99; vertical-align: top; text-align: left; }
th { background: #eef2f4; }
th.whole { overflow-wrap: normal; }
td.short { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
`;

/** Columns that fit beside each other without line breaks in cells. */
const MAX_UNBROKEN_COLUMNS = 10;
/** Characters that never break, enough for a date with time or a status. */
const MAX_UNBROKEN_LENGTH = 18;

/** Flags of the columns whose cells are short enough to need no line breaks. */
function shortColumns({ headers, rows }: PaperTable): readonly boolean[] {
  if (headers.length > MAX_UNBROKEN_COLUMNS) return headers.map(() => false);
  return headers.map((_, at) => rows.every((row) => (row[at] ?? '').length <= MAX_UNBROKEN_LENGTH));
}

/** Sets texts as text nodes, so that nothing in them is parsed as HTML. */
function writeReportPage(page: Document, paper: ReportPaper): void {
  const { widthMm, heightMm } = paperSize(paper);
  const make = (tag: string, text: string): HTMLElement => {
    const element = page.createElement(tag);
    element.textContent = text;
    return element;
  };
  const makeTable = (paperTable: PaperTable): readonly HTMLElement[] => {
    const { title, headers, rows, numeric } = paperTable;
    const short = shortColumns(paperTable);
    const makeRow = (tag: string, cells: readonly string[]): HTMLElement => {
      const row = page.createElement('tr');
      for (const [at, text] of cells.entries()) {
        const cell = make(tag, text);
        cell.classList.toggle('number', numeric?.[at] === true);
        cell.classList.toggle('short', short[at] === true);
        cell.classList.toggle('whole', headers.length <= MAX_UNBROKEN_COLUMNS);
        row.append(cell);
      }
      return row;
    };
    const table = page.createElement('table');
    const [head, body] = [page.createElement('thead'), page.createElement('tbody')];
    head.append(makeRow('th', headers));
    body.append(...rows.map((row) => makeRow('td', row)));
    table.append(head, body);
    return title === '' ? [table] : [make('h2', title), table];
  };
  page.documentElement.lang = paper.language;
  page.title = paper.title;
  page.head.append(
    make(
      'style',
      `@page { size: ${widthMm}mm ${heightMm}mm; margin: 12mm; } ${css}
    img { max-height: ${heightMm * CHART_OF_PAGE}mm; }`,
    ),
  );
  const chart = page.createElement('img');
  if (paper.chart !== null) chart.src = paper.chart.url;
  page.body.replaceChildren(
    make('h1', paper.title),
    ...paper.lines.map((line) => make('p', line)),
    ...(paper.chart === null ? [] : [chart]),
    ...paper.tables.flatMap(makeTable),
    ...(paper.note === '' ? [] : [make('p', paper.note)]),
  );
}

/** Prints from a hidden frame, so that no pop-up permission is needed. */
export async function printReport(paper: ReportPaper): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; visibility: hidden';
  document.body.append(frame);
  const { contentWindow: target } = frame;
  if (target === null) throw new Error('the frame to print from has no window');
  writeReportPage(target.document, paper);
  await Promise.all([...target.document.images].map((image) => image.decode()));
  target.addEventListener('afterprint', () => frame.remove(), { once: true });
  target.focus();
  target.print();
}
