import type { Position } from '@pgis/geo';
import { escapeXml } from '../escapeXml.ts';
import { OutputFile } from '../OutputFile.ts';
import type { Value } from '../readFeatures.ts';
import type { VectorSource, VectorWriter } from './VectorFile.ts';

/** A writer of a text file whose chunks a generator yields; UTF-8 unless `encoding` says that each unit is one byte. */
export const textFile = (
  passes: number,
  chunks: (source: VectorSource) => Iterable<string>,
  encoding: 'utf8' | 'latin1' = 'utf8',
): VectorWriter => ({
  passes,
  write: (source) => {
    using file = new OutputFile(source.request.path, source.request.maxBytes);
    for (const chunk of chunks(source)) file.write(Buffer.from(chunk, encoding));
  },
});

/** A tenth of a millimetre on the ground. */
const DEGREE_DIGITS = 9;

/** Returns degrees with at most `DEGREE_DIGITS` decimals, without trailing zeros and without an exponent. */
export const toDegrees = (value: number): string => {
  const text = value.toFixed(DEGREE_DIGITS).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
};

export const toLonLatText = ([lon, lat]: Position): string => `${toDegrees(lon)},${toDegrees(lat)}`;

/** The text of an element or of an attribute in quotation marks; a carriage return would be read as a line feed. */
export const xmlText = (value: Exclude<Value, null>): string =>
  escapeXml(String(value)).replaceAll('\r', '&#13;');
