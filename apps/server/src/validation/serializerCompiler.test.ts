import type { Schema } from 'fast-json-stringify';
import { expect, test } from 'vitest';
import { serializerCompiler } from './serializerCompiler.ts';

const compile = (schema: Schema) => serializerCompiler({ schema, method: 'GET', url: '/' });
const nameSchema = (): Schema => ({ type: 'object', properties: { name: { type: 'string' } } });

test('writes the properties of the schema and no others', () => {
  expect(compile(nameSchema())({ name: 'Oak', secret: 1 })).toBe('{"name":"Oak"}');
});

test('compiles a schema once, and an equal one by itself', () => {
  const schema = nameSchema();
  expect(compile(schema)).toBe(compile(schema));
  expect(compile(schema)).not.toBe(compile(nameSchema()));
});
