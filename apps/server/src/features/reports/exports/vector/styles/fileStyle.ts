import {
  compileChooser,
  findTheme,
  type GeomStyle,
  listDrawnStyles,
  listRuleFields,
  listRules,
  parseGeomStyle,
  type StyleValues,
  typicalStyle,
} from '@pgis/cartography';
import { fieldOfColumn } from '@pgis/contract/plain';
import type { Value } from '../readFeatures.ts';
import type { VectorColumn, VectorRequest } from '../VectorRequest.ts';

/** The style of a layer as far as a file can follow it: it knows no field that is not a column of the file. */
export interface FileStyle {
  readonly style: GeomStyle;
  /** Rules with Default last; Default alone when a rule asks for a field that is not in the file. */
  readonly rules: readonly StyleValues[];
}

/** Returns the rules that a program can apply to the columns of the file. A theme is drawn as its typical class. */
export function toFileStyle({ geomStyle, columns }: VectorRequest): FileStyle {
  const { style } = parseGeomStyle(geomStyle);
  if (findTheme(style.theme) ?? style.theme === 'contours') return { style, rules: [typicalStyle(style)] };
  const rules = listRules(style);
  return { style, rules: hasFields(style, columns) ? rules : rules.slice(-1) };
}

/** Returns every drawn style, classes of a theme included, and which of them draws a row. */
export function toRowStyles({ geomStyle, columns }: VectorRequest): {
  readonly styles: readonly StyleValues[];
  readonly indexOf: (values: readonly Value[]) => number;
} {
  const { style } = parseGeomStyle(geomStyle);
  if (!hasFields(style, columns)) return { styles: [typicalStyle(style)], indexOf: () => 0 };
  const choose = compileChooser(style);
  return { styles: listDrawnStyles(style), indexOf: (values) => choose(dataOf(columns, values)) };
}

const hasFields = (style: GeomStyle, columns: readonly VectorColumn[]): boolean =>
  listRuleFields(style).every((field) => columns.some(({ column }) => fieldOfColumn(column) === field));

/** The fields of a row, as an object has them. */
export const dataOf = (
  columns: readonly VectorColumn[],
  values: readonly Value[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columns.flatMap(({ column }, at) => {
      const field = fieldOfColumn(column);
      const value = values[at];
      return field === undefined || typeof value !== 'string' ? [] : [[field, value]];
    }),
  );
