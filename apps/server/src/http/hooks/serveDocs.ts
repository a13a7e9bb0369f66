import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Call, ErrorCode } from '@pgis/contract';
import { errorStatus } from '@pgis/contract';
import type { FastifyInstance, FastifySchema } from 'fastify';

/** Codes that any call can answer, including those that its policy adds. */
const generalCodes: readonly ErrorCode[] = [
  'VALIDATION',
  'OVERLOADED',
  'DATABASE_AWAY',
  'READ_ONLY',
  'INTERNAL',
];

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, code: { type: 'string' } } },
    },
  },
};

/** Translates our own keyword to OpenAPI. Works on a copy, because the routes validate with the original. */
function toOpenApi(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toOpenApi);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { trimmed, ...rest } = schema as { trimmed?: { min: number; max: number } };
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toOpenApi(value)]));
  return trimmed === undefined ? copy : { ...copy, minLength: trimmed.min, maxLength: trimmed.max };
}

function describeErrors(call: Call): Record<string, unknown> {
  const signedIn: readonly ErrorCode[] =
    call.policy.audience === 'ignoresSession' ? [] : ['NOT_SIGNED_IN', 'SESSION_ENDED', 'FIRST_LOGIN'];
  const byStatus = Map.groupBy(
    [...generalCodes, ...signedIn, ...(call.errors ?? [])],
    (code) => errorStatus[code],
  );
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/json': { schema: errorSchema } } },
    ]),
  );
}

function describe(schema: FastifySchema, call: Call): FastifySchema {
  const { response, ...request } = schema as FastifySchema & { response?: Record<string, unknown> };
  const documented = toOpenApi(request) as FastifySchema;
  return {
    ...documented,
    response: {
      [call.reply.status]: { description: 'OK' },
      ...(toOpenApi(response ?? {}) as Record<string, unknown>),
      ...describeErrors(call),
    },
    ...(call.policy.audience === 'ignoresSession' ? {} : { security: [{ bearer: [] }] }),
  } as FastifySchema;
}

/** Serves `/api/docs`: the calls of the contract as OpenAPI. Must run before the routes, which it records. */
export async function serveDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'PGIS',
        version,
        description: 'Coordinates are EPSG:3857 metres unless told otherwise.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url, route }) => {
      const call = route.config?.call;
      return { schema: call === undefined ? schema : describe(schema ?? {}, call), url };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'list' } });
}
