import { type TSchema, type TUnsafe, Type } from 'typebox';

/**
 * Schema of a text with `min` to `max` UTF-16 units after trimming. The keyword `trimmed` is ours (ajv's maxLength
 * counts code points and does not trim); the server trims the value.
 */
export const trimmedText = (min: number, max: number): TUnsafe<string> =>
  Type.Unsafe<string>({ type: 'string', trimmed: { min, max } });

/** Excludes what would make two recipients of one, or a name and an address, in the header of a mail. */
const mailboxPart = '[^\\s@<>()\\[\\]\\\\:;,"]+';

/** An e-mail address, with or without surrounding white space. */
export const emailPattern = `^\\s*${mailboxPart}@${mailboxPart}\\s*$`;

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of some texts, as an enumeration that API documentation lists. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });

export const Count = Type.Integer({ minimum: 0 });

/** Point in time as ISO 8601 UTC text. */
export const Moment = Type.String({ format: 'date-time' });

/** D-API-02: properties that GET returns and PUT accepts but ignores. */
export const ignored = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown())]));

/** A closed object: an unknown property is a 400. */
export const closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** Calls with an empty body accept nothing or `{}` (D-API-01). */
export const EmptyBody = Type.Optional(Type.Union([Type.Null(), closed({})]));

/** Extent in EPSG:3857 metres, with the names of the load calls. */
export const extentProperties = {
  minx: Type.Number(),
  miny: Type.Number(),
  maxx: Type.Number(),
  maxy: Type.Number(),
};

export const languages = ['en', 'ru', 'lv'] as const;
export type Language = (typeof languages)[number];
export const LanguageSchema = Type.Union([Type.Literal('en'), Type.Literal('ru'), Type.Literal('lv')]);
