import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
/** OID that is missing in `pg`'s own list of types, though `pg` parses it. */
const TEXT_ARRAY = 1009;

/**
 * Parses int8 as a number: ids carry the tenant in the upper bits and stay below 2^53. Anything larger is a
 * defect.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`int8 ${text} is outside what a number holds exactly`);
  return value;
}

/** Conversion of column values of both databases to JavaScript values, for every pool and stream. */
export const wireTypes = new pg.TypeOverrides();
wireTypes.setTypeParser(INT8, parseInt8);
const parseTexts = pg.types.getTypeParser(TEXT_ARRAY as never, 'text') as (text: string) => unknown;
wireTypes.setTypeParser(INT8_ARRAY, (text: string) => toNumbers(parseTexts(text)));

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNumbers);
  return typeof value === 'string' ? parseInt8(value) : value;
}
