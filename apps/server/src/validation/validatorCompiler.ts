import { Ajv, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { AppError } from '../errors/AppError.ts';
import { type HttpPart, toProblems } from './toProblems.ts';
import { trimmedKeyword } from './trimmedKeyword.ts';

const common: Options = {
  strict: true,
  strictTypes: false,
  // 50 000 wrong elements are one answer, not 50 000 error objects: the whole list is made for small values
  // only.
  allErrors: false,
  useDefaults: true,
  removeAdditional: false,
};

function makeAjv(options: Options): Ajv {
  const ajv = new Ajv({ ...common, ...options });
  addFormats.default(ajv);
  ajv.addKeyword(trimmedKeyword);
  return ajv;
}

/** Values with up to this many nodes get all their problems reported, larger ones only the first. */
const NODES_FOR_ALL_ERRORS = 5_000;

/** True when a JSON value has at most `max` nodes; stops counting there. */
function hasAtMostNodes(value: unknown, max: number): boolean {
  let left = max;
  const isOver = (node: unknown): boolean => {
    left -= 1;
    if (left < 0) return true;
    return typeof node === 'object' && node !== null && Object.values(node).some(isOver);
  };
  return !isOver(value);
}

/** JSON bodies are typed; everything in an address or a header is text and needs coercion. */
const families = {
  body: { first: makeAjv({}), all: makeAjv({ allErrors: true }) },
  text: { first: makeAjv({ coerceTypes: true }), all: makeAjv({ coerceTypes: true, allErrors: true }) },
};

/** Returns the errors of infinite numbers: ajv makes them of `Infinity` and `1e999`, and then compares them with no limit. */
const findInfinite = (values: unknown): ErrorObject[] =>
  Object.entries(values ?? {})
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([name]) => ({ keyword: 'maximum', instancePath: `/${name}`, schemaPath: '', params: {} }));

/** Validates with our own keyword and answers 400 VALIDATION with every problem's path and code. */
export const validatorCompiler: FastifySchemaCompiler<AnySchema> = ({ schema, httpPart }) => {
  const part = httpPart as HttpPart;
  const family = families[part === 'body' ? 'body' : 'text'];
  const isValid = family.first.compile(schema);
  // Compiled for the first wrong value: at a start half of the time goes into compiling.
  let hasNoProblem: ValidateFunction | undefined;
  const refuse = (errors: readonly ErrorObject[]) => ({
    error: new AppError('VALIDATION', { errors: toProblems(errors, part) }),
  });
  return (value: unknown) => {
    if (isValid(value)) {
      const infinite = part === 'body' ? [] : findInfinite(value);
      return infinite.length === 0 ? { value } : refuse(infinite);
    }
    let errors: readonly ErrorObject[] = isValid.errors ?? [];
    if (hasAtMostNodes(value, NODES_FOR_ALL_ERRORS)) {
      hasNoProblem ??= family.all.compile(schema);
      hasNoProblem(value);
      errors = hasNoProblem.errors ?? errors;
    }
    return refuse(errors);
  };
};
