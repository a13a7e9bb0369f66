import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { isGivenName } from './nameIn.ts';
import { closed, languages } from './primitives.ts';

const name = Type.Optional(Type.String({ maxLength: limits.classifierNameLength }));

/** Names of a thing by language, as far as they are given: of tree nodes, fields and values of lists. */
export const LocalizedNames = closed({ en: name, ru: name, lv: name });
export type LocalizedNames = Static<typeof LocalizedNames>;

/** Returns the names without blanks around them and without empty ones. */
export const trimNames = (names: LocalizedNames): LocalizedNames =>
  Object.fromEntries(
    languages.flatMap((key) => {
      const text = names[key];
      return isGivenName(text) ? [[key, text.trim()]] : [];
    }),
  );
