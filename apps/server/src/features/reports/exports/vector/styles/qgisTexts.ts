import { parseColor, type Rgba } from '@pgis/cartography';

const OPAQUE = 255;

export const toQgisColor = (text: string, alpha = 1): string => {
  const [red, green, blue, own]: Rgba = parseColor(text) ?? [0, 0, 0, 1];
  return `${red},${green},${blue},${Math.round(own * alpha * OPAQUE)}`;
};

/** A column in an expression of QGIS. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text in an expression; QGIS reads a backslash as the start of an escape. */
export const quoteString = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
