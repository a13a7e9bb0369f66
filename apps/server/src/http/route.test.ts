import { type Call, createToken, defineCall, trimmedText } from '@pgis/contract';
import { fastify } from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { validatorCompiler } from '../validation/validatorCompiler.ts';
import { route } from './route.ts';

test('a route without a policy does not start', () => {
  const { policy: _, ...open } = createToken;
  expect(() => route(fastify(), open as unknown as Call, () => ({}) as never)).toThrow(
    'createToken has no policy',
  );
});

const echo = defineCall({
  name: 'echo',
  method: 'POST',
  path: '/echo/:id',
  summary: '',
  tag: '',
  policy: { audience: 'ignoresSession' },
  params: Type.Object({ id: Type.Integer() }),
  query: Type.Object({ zoom: Type.Optional(Type.Number()) }),
  body: Type.Object({
    name: trimmedText(1, 5),
    note: Type.Optional(Type.Union([trimmedText(0, 3), Type.Null()])),
    count: Type.Optional(Type.Integer()),
  }),
  reply: { status: 201, schema: Type.Object({ got: Type.Unknown() }) },
});

async function send(url: string, payload: object) {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  route(app, echo, ({ params, query, body }) => ({
    got: { params, query, body },
    secret: 'not in the schema',
  }));
  app.setErrorHandler((error: { errors?: unknown }, _, reply) =>
    reply.code(400).send({ errors: error.errors }),
  );
  const { statusCode, body } = await app.inject({ method: 'POST', url, payload });
  return { status: statusCode, json: JSON.parse(body) as { got?: unknown; errors?: unknown } };
}

test('texts arrive trimmed, numbers of an address as numbers; the status and the shape are the contract’s', async () => {
  const { status, json } = await send('/echo/7?zoom=9.5', { name: '  Road ', note: ' x ' });
  expect(status).toBe(201);
  expect(json).toEqual({
    got: { params: { id: 7 }, query: { zoom: 9.5 }, body: { name: 'Road', note: 'x' } },
  });
});

test('a text has at most its number of UTF-16 units after trimming; a pair counts two', async () => {
  expect((await send('/echo/7', { name: ' 😀😀x ' })).status).toBe(201);
  expect((await send('/echo/7', { name: '😀😀😀' })).json.errors).toEqual([
    { path: '/name', code: 'TOO_LONG' },
  ]);
  expect((await send('/echo/7', { name: '\u00a0\ufeff ' })).json.errors).toEqual([
    { path: '/name', code: 'TOO_SHORT' },
  ]);
});

test.each(['Infinity', '-Infinity', '1e999'])(
  'D-ERR-01: %s in an address is out of range',
  async (number) => {
    expect((await send(`/echo/${number}`, { name: 'a' })).json.errors).toEqual([
      { path: 'path/id', code: 'OUT_OF_RANGE' },
    ]);
    expect((await send(`/echo/7?zoom=${number}`, { name: 'a' })).json.errors).toEqual([
      { path: 'query/zoom', code: 'OUT_OF_RANGE' },
    ]);
  },
);

test('bodies are not coerced, and a union names what is most telling', async () => {
  const { json } = await send('/echo/7', { name: 'a', note: 'far too long', count: '3' });
  expect(json.errors).toEqual([
    { path: '/note', code: 'TOO_LONG' },
    { path: '/count', code: 'WRONG_TYPE' },
  ]);
});
