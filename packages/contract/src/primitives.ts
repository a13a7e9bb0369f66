import { type TSchema, type TUnsafe, Type } from 'typebox';

/**
 * A text that is trimmed before it is measured, in UTF-16 units: `min` to `max`.
 * The keyword `trimmed` is ours (ajv's maxLength counts code points and does not trim); the server trims the value.
 */
export const trimmedText = (min: number, max: number): TUnsafe<string> =>
  Type.Unsafe<string>({ type: 'string', trimmed: { min, max } });

/** An e-mail address, blanks around it or not. */
export const emailPattern = '^\\s*[^\\s@]+@[^\\s@]+\\s*$';

/** Ids are JSON numbers: company number * 2^32 + running number; company 0 is the system. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Moment as ISO 8601 UTC text. */
export const Moment = Type.String({ format: 'date-time' });

/** D-API-02: properties that GET returns and PUT takes but ignores. */
export const ignored = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown())]));

/** A closed object: an unknown property is a 400. */
export const closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** Calls with an empty body accept nothing or `{}` (D-API-01). */
export const EmptyBody = Type.Optional(Type.Union([Type.Null(), closed({})]));

/** Extent in EPSG:3857 metres, as the load calls name it. */
export const extentProperties = {
  minx: Type.Number(),
  miny: Type.Number(),
  maxx: Type.Number(),
  maxy: Type.Number(),
};

export const languages = ['en', 'ru', 'lv'] as const;
export type Language = (typeof languages)[number];
export const LanguageSchema = Type.Union([Type.Literal('en'), Type.Literal('ru'), Type.Literal('lv')]);
