import { fillTemplate, resolveStyle } from '@pgis/cartography';
import type { Language } from '@pgis/contract';
import { extentCenter, type Geometry, geometryExtent, listPaths, type Position } from '@pgis/geo';
import type { Feature } from '../readFeatures.ts';
import { dataOf, toFileStyle } from '../styles/fileStyle.ts';
import { listMembers } from '../wkb.ts';
import { textFile } from './textFile.ts';
import type { VectorSource } from './VectorFile.ts';

/** DXF of release 12, which every CAD program reads: points, lines, outlines of polygons, and labels on a layer of their own. */
export const dxf = textFile(1, writeDxf, 'latin1');

/** A group of a DXF: its code and its value, a line each. A line break inside a value would begin another group. */
const group = (code: number, value: string | number): string => `${code}\n${value}\n`;

/** Code pages of Windows by language: CAD programs know no UTF-8 in files of release 12. */
const codePages: Readonly<Record<Language, { readonly label: string; readonly name: string }>> = {
  en: { label: 'windows-1257', name: 'ANSI_1257' },
  lv: { label: 'windows-1257', name: 'ANSI_1257' },
  ru: { label: 'windows-1251', name: 'ANSI_1251' },
};

/**
 * Returns the function from a text to its characters in a code page, as units of one byte. Others become the escapes that
 * CAD programs read, and control characters a space.
 */
function toTextEncoder(label: string): (text: string) => string {
  const upper = Uint8Array.from({ length: 128 }, (_, at) => at + 128);
  const bytes = new Map(
    [...new TextDecoder(label).decode(upper)].map((character, at) => [
      character,
      String.fromCharCode(at + 128),
    ]),
  );
  return (text) =>
    text
      .replaceAll(/\p{Cc}+/gu, ' ')
      .replaceAll('\\U+', '\\ U+')
      .replaceAll('^', '^ ')
      // `%%d`, `%%c` and `%%u` are control codes; `%%%` is a percent sign.
      .replaceAll('%%', '%%%%%%')
      .replaceAll(
        /[^\u0020-\u007e]/g,
        (unit) => bytes.get(unit) ?? `\\U+${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      );
}

const MAX_LAYER_NAME = 31;
const MAX_TEXT = 255;

/** Escapes that a program reads as one character, a surrogate pair included. */
const encodedCharacter = /\\U\+D[89AB][0-9A-F]{2}\\U\+D[C-F][0-9A-F]{2}|\\U\+[0-9A-F]{4}|%%%|\^ |./gs;

/** Cuts an encoded text to `MAX_TEXT` bytes without half an escape. */
function cutEncoded(encoded: string): string {
  if (encoded.length <= MAX_TEXT) return encoded;
  let length = 0;
  for (const [character] of encoded.matchAll(encodedCharacter)) {
    if (length + character.length > MAX_TEXT) break;
    length += character.length;
  }
  return encoded.slice(0, length);
}

/** Latin letters for the capital Cyrillic letters from U+0410 to U+042F. */
const cyrillic = 'A B V G D E ZH Z I Y K L M N O P R S T U F KH TS CH SH SHCH _ Y _ E YU YA'.split(' ');

const FIRST_CYRILLIC = 0x410;

const toLatin = (name: string): string =>
  name.replaceAll('\u0401', 'E').replaceAll(/[\u0410-\u042f]/g, (letter) => {
    return cyrillic[letter.charCodeAt(0) - FIRST_CYRILLIC] ?? '_';
  });

/** A layer of release 12 has a name of letters, digits, `$`, `-` and `_`. */
const toLayerName = (name: string, suffix = ''): string =>
  toLatin(name.normalize('NFC').toUpperCase())
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Z0-9$_-]+/g, '_')
    .slice(0, MAX_LAYER_NAME - suffix.length) + suffix;

function* writeDxf({ request, features }: VectorSource): Generator<string> {
  const { columns, layerName, crs } = request;
  const layer = toLayerName(layerName);
  const labelLayer = toLayerName(layerName, '_LABEL');
  const isDegrees = crs === 'EPSG:4326';
  const label = labelOf(request);
  const { label: pageLabel, name: pageName } = codePages[request.language];
  const encode = toTextEncoder(pageLabel);
  yield header([layer, labelLayer], pageName);
  for (const { geometry, values } of features()) {
    for (const member of listMembers(geometry)) yield* entities(member, { layer, isDegrees });
    const text = label(columns, values);
    if (text !== '')
      yield textEntity(cutEncoded(encode(text)), {
        layer: labelLayer,
        at: labelPosition(geometry),
        isDegrees,
      });
  }
  yield `${group(0, 'ENDSEC')}${group(0, 'EOF')}`;
}

function header(layers: readonly string[], codePage: string): string {
  const table = layers
    .map(
      (name) => group(0, 'LAYER') + group(2, name) + group(70, 0) + group(62, WHITE) + group(6, 'CONTINUOUS'),
    )
    .join('');
  const lineType =
    group(0, 'LTYPE') +
    group(2, 'CONTINUOUS') +
    group(70, 0) +
    group(3, 'Solid line') +
    group(72, 65) +
    group(73, 0) +
    group(40, 0);
  const section = (name: string) => group(0, 'SECTION') + group(2, name);
  const tableOf = (name: string, count: number, rows: string) =>
    group(0, 'TABLE') + group(2, name) + group(70, count) + rows + group(0, 'ENDTAB');
  return [
    section('HEADER'),
    group(9, '$ACADVER') + group(1, 'AC1009') + group(9, '$DWGCODEPAGE') + group(3, codePage),
    group(0, 'ENDSEC'),
    section('TABLES'),
    tableOf('LTYPE', 1, lineType),
    tableOf('LAYER', layers.length, table),
    group(0, 'ENDSEC'),
    section('ENTITIES'),
  ].join('');
}

/** Colour 7 is white on black and black on white. */
const WHITE = 7;
const METRE_DIGITS = 4;
const DEGREE_DIGITS = 9;

interface EntityOptions {
  readonly layer: string;
  readonly isDegrees: boolean;
}

const xy = ([x, y]: Position, { isDegrees }: Pick<EntityOptions, 'isDegrees'>): string => {
  const digits = isDegrees ? DEGREE_DIGITS : METRE_DIGITS;
  return group(10, x.toFixed(digits)) + group(20, y.toFixed(digits)) + group(30, '0.0');
};

function* entities(geometry: Geometry, options: EntityOptions): Generator<string> {
  const on = group(8, options.layer);
  for (const path of listPaths(geometry)) {
    if (geometry.type === 'Point') {
      yield group(0, 'POINT') + on + path.map((position) => xy(position, options)).join('');
      continue;
    }
    const isRing = geometry.type === 'Polygon';
    // A closed polyline does not repeat its first position.
    const vertices = (isRing ? path.slice(0, -1) : path)
      .map((position) => group(0, 'VERTEX') + on + xy(position, options))
      .join('');
    yield `${group(0, 'POLYLINE')}${on}${group(66, 1)}${xy([0, 0], options)}${group(70, isRing ? 1 : 0)}${vertices}${group(0, 'SEQEND')}${on}`;
  }
}

/** Height of labels on the ground. */
const LABEL_M = 2.5;
const METRES_PER_DEGREE = 111_320;

function textEntity(
  text: string,
  { layer, at, isDegrees }: EntityOptions & { readonly at: Position },
): string {
  const height = isDegrees ? (LABEL_M / METRES_PER_DEGREE).toFixed(DEGREE_DIGITS) : LABEL_M;
  return `${group(0, 'TEXT')}${group(8, layer)}${xy(at, { isDegrees })}${group(40, height)}${group(1, text)}`;
}

/** The middle of the position list of a line, or of the extent; a point itself. */
function labelPosition(geometry: Geometry): Position {
  const [first = []] = listPaths(geometry);
  const middle = first[Math.floor((first.length - 1) / 2)];
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon' && middle !== undefined) return middle;
  return extentCenter(geometryExtent(geometry));
}

/** Returns the function to the label of a row: the template of Default with the columns that are in the file. */
function labelOf(request: VectorSource['request']) {
  const { rules } = toFileStyle(request);
  const { labelEnabled, objLabel } = rules.at(-1) ?? resolveStyle({});
  return (columns: typeof request.columns, values: Feature['values']): string => {
    if (!labelEnabled || objLabel === '') return '';
    const textOf = (column: string) => {
      const value = values[columns.findIndex((one) => one.column === column)];
      return typeof value === 'string' ? value : '';
    };
    const object = {
      name: textOf('name'),
      description: textOf('description'),
      data: dataOf(columns, values),
    };
    return fillTemplate(objLabel, object);
  };
}
