import { SaxesParser } from 'saxes';
import { readWhole } from '../../files/readWhole.ts';
import type { SourceFile } from '../../files/SourceFile.ts';
import { SourceError } from '../../SourceError.ts';
import type { FeatureSource } from '../SourceFeature.ts';
import type { SourceOptions } from '../SourceOptions.ts';
import { localName } from '../xml/splitXml.ts';
import { declaredCrsOf, type TableRow, toColumnNames, toTableFeatures } from './toTableFeatures.ts';

/** Parts that are held in memory: the list of sheets, the formats of cells, and the texts that cells share. */
const MAX_PART_BYTES = 5_000_000;
const MAX_TEXT_BYTES = 200_000_000;
const MAX_COLUMNS = 1_000;
const MS_PER_DAY = 86_400_000;
/** Day 0 of a workbook: 30 December 1899, or 1 January 1904 where the workbook says so. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly epoch: number;
}

/**
 * Opens a sheet of a workbook as a table whose first row is the header.
 *
 * @throws Error when parts are missing, damaged or too large.
 */
export async function openXlsx(files: readonly SourceFile[], options: SourceOptions): Promise<FeatureSource> {
  const { layer } = options;
  const part = (name: string) => files.find((file) => file.name === name);
  const partText = async (name: string) => {
    const file = part(name);
    return file === undefined ? '' : (await readWhole(await file.open(), MAX_PART_BYTES)).toString('utf8');
  };
  const workbook = readWorkbook(
    await partText('xl/workbook.xml'),
    await partText('xl/_rels/workbook.xml.rels'),
  );
  const layers = workbook.sheets.map(({ name }) => name);
  const sheet = workbook.sheets[layer === undefined ? 0 : layers.indexOf(layer)];
  const file = sheet && part(sheet.path);
  if (sheet === undefined || file === undefined)
    throw layer === undefined
      ? new SourceError('DAMAGED', 'The file is not an XLSX workbook, or it is damaged.')
      : new SourceError('NO_LAYER', `The file has no layer "${layer}".`);
  const dateStyles = findDateStyles(await partText('xl/styles.xml'));
  const texts = await readSharedTexts(part('xl/sharedStrings.xml'));
  const rows = readRows(file, { texts, dateStyles, epoch: workbook.epoch });
  return {
    format: 'xlsx',
    layers,
    layer: sheet.name,
    declaredCrs: () => declaredCrsOf(options),
    features: toTableFeatures(toTable(rows), options),
  };
}

type Attributes = Readonly<Record<string, string>>;

/** Reads an XML text and calls `onTag` for each element that begins. */
function scanTags(xml: string, onTag: (name: string, attributes: Attributes) => void): void {
  const parser = makeParser();
  parser.on('opentag', ({ name, attributes }) => onTag(localName(name), attributes as Attributes));
  parser.write(xml).close();
}

function makeParser(): SaxesParser {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new SourceError('DAMAGED', `The workbook is damaged: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new SourceError('DOCTYPE', 'XML with a document type definition is not read.');
  });
  return parser;
}

function readWorkbook(workbookXml: string, relationsXml: string): Workbook {
  const targets = new Map<string, string>();
  if (relationsXml !== '')
    scanTags(relationsXml, (name, { Id, Target }) => {
      if (name === 'Relationship' && Id && Target)
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    });
  const sheets: { name: string; path: string }[] = [];
  let epoch = EPOCH_1900;
  if (workbookXml !== '')
    scanTags(workbookXml, (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) epoch = EPOCH_1904;
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => localName(key) === 'id' && key !== 'id')?.[1];
      const path = targets.get(id ?? '');
      if (path !== undefined) sheets.push({ name: attributes.name ?? '', path });
    });
  return { sheets, epoch };
}

/** Returns the numbers of the cell styles that show a date. */
function findDateStyles(xml: string): ReadonlySet<number> {
  const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
  const dateStyles = new Set<number>();
  if (xml === '') return dateStyles;
  let isCellFormat = false;
  let style = 0;
  scanTags(xml, (name, { numFmtId, formatCode = '' }) => {
    if (name === 'numFmt' && /[ymdhs]/i.test(formatCode.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')))
      dateFormats.add(Number(numFmtId));
    if (name === 'cellXfs') isCellFormat = true;
    else if (name === 'cellStyles') isCellFormat = false;
    else if (name === 'xf' && isCellFormat) {
      if (dateFormats.has(Number(numFmtId))) dateStyles.add(style);
      style++;
    }
  });
  return dateStyles;
}

async function readSharedTexts(file: SourceFile | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const texts: string[] = [];
  const parser = makeParser();
  let current = '';
  let isText = false;
  let isPhonetic = false;
  let length = 0;
  parser.on('opentag', ({ name }) => {
    const local = localName(name);
    if (local === 'si') current = '';
    else if (local === 'rPh') isPhonetic = true;
    else if (local === 't') isText = true;
  });
  parser.on('text', (text) => {
    if (!isText || isPhonetic) return;
    current += text;
    length += text.length;
    if (length > MAX_TEXT_BYTES)
      throw new SourceError('TOO_LARGE', 'The texts of the workbook are too large.');
  });
  parser.on('closetag', ({ name }) => {
    const local = localName(name);
    if (local === 'si') texts.push(current);
    else if (local === 'rPh') isPhonetic = false;
    else if (local === 't') isText = false;
  });
  await feed(parser, file);
  return texts;
}

async function feed(parser: SaxesParser, file: SourceFile): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of await file.open())
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
  parser.close();
}

interface CellContext {
  readonly texts: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly epoch: number;
}

interface SheetRow {
  readonly rowNumber: number;
  readonly cells: readonly unknown[];
}

async function* readRows(file: SourceFile, context: CellContext): AsyncGenerator<SheetRow> {
  const parser = makeParser();
  const ready: SheetRow[] = [];
  let cells: unknown[] = [];
  let rowNumber = 0;
  let cell: { type: string; style: number; column: number; text: string } | undefined;
  let isValue = false;
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    const { r = '', t = 'n', s = '0' } = attributes as Attributes;
    if (local === 'row') {
      rowNumber = Number(r) || rowNumber + 1;
      cells = [];
    } else if (local === 'c')
      cell = { type: t, style: Number(s), column: columnOf(r) ?? cells.length, text: '' };
    else if (local === 'v' || local === 't') isValue = true;
  });
  parser.on('text', (text) => {
    if (isValue && cell !== undefined) cell.text += text;
  });
  parser.on('closetag', ({ name }) => {
    const local = localName(name);
    if (local === 'v' || local === 't') isValue = false;
    else if (local === 'c' && cell !== undefined) {
      if (cell.column >= MAX_COLUMNS)
        throw new SourceError('TOO_LARGE', `The sheet has more than ${MAX_COLUMNS} columns.`);
      cells[cell.column] = toValue(cell, context);
      cell = undefined;
    } else if (local === 'row') ready.push({ rowNumber, cells });
  });
  const decoder = new TextDecoder();
  for await (const chunk of await file.open()) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    yield* ready.splice(0);
  }
  parser.close();
  yield* ready;
}

/** `AB12` is in column 27. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function toValue(
  { type, style, text }: { readonly type: string; readonly style: number; readonly text: string },
  { texts, dateStyles, epoch }: CellContext,
): unknown {
  if (text === '') return null;
  switch (type) {
    case 's':
      return texts[Number(text)] ?? null;
    case 'b':
      return text === '1';
    case 'e':
      return null;
    case 'n': {
      const number = Number(text);
      if (!Number.isFinite(number)) return null;
      return dateStyles.has(style) ? toDateText(epoch + number * MS_PER_DAY, number) : number;
    }
    default:
      return text;
  }
}

/** A whole number is a date, a number with a fraction a moment in the workbook's own time zone. */
function toDateText(ms: number, serial: number): string | null {
  const date = new Date(Math.round(ms / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}

async function* toTable(rows: AsyncIterable<SheetRow>): AsyncGenerator<TableRow> {
  let header: string[] | undefined;
  for await (const { rowNumber, cells } of rows) {
    if (cells.every((value) => value === null)) continue;
    if (header === undefined) {
      header = toColumnNames(cells);
      continue;
    }
    yield { rowNumber, values: Object.fromEntries(header.map((name, i) => [name, cells[i] ?? null])) };
  }
}
