import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

/** Serializers by the schema they were compiled from; the schemas of the contract live as long as the process. */
const compiled = new WeakMap<object, ReturnType<typeof fastJson>>();

/**
 * Compiles each schema once in a process, as Ajv does with those of requests. Fastify's own compiler does it for every
 * app, and tests build hundreds of them.
 */
export const serializerCompiler: FastifySerializerCompiler<Schema> = ({ schema }) => {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const serialize = fastJson(schema);
  compiled.set(schema, serialize);
  return serialize;
};
