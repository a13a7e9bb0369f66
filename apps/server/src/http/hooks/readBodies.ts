import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, validationError } from '../../errors/AppError.ts';
import { findBadText, parseJson } from '../../validation/parseJson.ts';

/**
 * Parses bodies and query strings: JSON, forms where a call takes them, and for calls with an empty body
 * nothing or `{}`, with or without a content type (D-API-01). A repeated query key is refused, so that nobody
 * has to guess which one counts.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => (request.is404 ? undefined : parseJson(body)),
  );
  // A form is read as a stream by its use case; every other call refuses this content type.
  app.addContentTypeParser('multipart/form-data', (request, _, done) => {
    const { call } = request.routeOptions.config;
    if (call?.ignoresForm) request.raw.resume();
    const isAllowed = request.is404 || call?.isMultipart === true || call?.ignoresForm === true;
    done(isAllowed ? null : new AppError('UNSUPPORTED_MEDIA_TYPE'), undefined);
  });
  // Bytes of an upload (tus) are read as a stream by its use case, too.
  app.addContentTypeParser('application/offset+octet-stream', (request, _, done) => {
    const isAllowed = request.is404 || request.routeOptions.config.call?.isBytes === true;
    done(isAllowed ? null : new AppError('UNSUPPORTED_MEDIA_TYPE'), undefined);
  });
  // A body without any content type arrives here too.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.is404) return undefined;
    if (request.routeOptions.config.call?.ignoresForm === true) return undefined;
    if (request.headers['content-type'] === undefined || body.length === 0) return parseJson(body);
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  });

  app.addHook('preValidation', async (request) => {
    const query = (request.query ?? {}) as Readonly<Record<string, unknown>>;
    const doubled = Object.keys(query).filter((name) => Array.isArray(query[name]));
    if (doubled.length > 0)
      throw validationError(
        ...doubled.map((name) => ({ path: `query/${name}`, code: 'DUPLICATE' as const })),
      );
    const bad = findBadText(request.query, 'query') ?? findBadText(request.params, 'path');
    if (bad !== undefined) throw validationError({ path: bad, code: 'NOT_ALLOWED' });
  });
}
