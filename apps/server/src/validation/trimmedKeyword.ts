import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';

interface TrimmedRange {
  readonly min: number;
  readonly max: number;
}

/**
 * `trimmed: {min, max}`: trims the text in place and measures the rest in UTF-16 units. ajv's own maxLength
 * counts code points and measures before trimming.
 */
export const trimmedKeyword: FuncKeywordDefinition = {
  keyword: 'trimmed',
  type: 'string',
  schemaType: 'object',
  modifying: true,
  errors: true,
  compile({ min, max }: TrimmedRange) {
    const validate: SchemaValidateFunction = (value: string, context) => {
      const text = value.trim();
      if (context) context.parentData[context.parentDataProperty] = text;
      if (text.length >= min && text.length <= max) return true;
      validate.errors = [{ keyword: text.length < min ? 'minLength' : 'maxLength', params: {} }];
      return false;
    };
    return validate;
  },
};
