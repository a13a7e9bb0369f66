import type { ErrorBody } from '@pgis/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/AppError.ts';
import type { ErrorMessages } from '../../errors/errorMessages.ts';
import { toAppError } from '../../errors/toAppError.ts';
import { languageOf } from '../language.ts';

/** Every error leaves in the form of D-ERR-01; nothing of SQL, paths or stacks does. */
export function answerErrors(
  app: FastifyInstance,
  messageOf: ErrorMessages,
  onAnswered: (request: FastifyRequest, error: AppError) => void = () => {},
): void {
  const send = (error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const language = languageOf(request.headers['accept-language']);
    const body: ErrorBody = {
      error: error.code,
      message: messageOf(error, language),
      requestId: request.id,
      ...(error.errors && { errors: error.errors }),
      ...(error.current !== undefined && { current: error.current }),
      ...(error.count !== undefined && { count: error.count }),
    };
    if (error.retryAfterS !== undefined)
      reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterS)));
    return reply
      .code(error.status)
      .header('cache-control', 'no-store')
      .header('content-language', language)
      .type('application/json; charset=utf-8')
      .serializer((value: unknown) => JSON.stringify(value))
      .send(body);
  };

  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    onAnswered(request, error);
    // The client has disconnected, as when a map was moved on: there is nobody to answer, and nothing went
    // wrong here.
    if (request.raw.socket.destroyed) return send(error, request, reply);
    if (error.code === 'INTERNAL') request.log.error({ err: error.cause ?? error }, 'unexpected error');
    else if (error.status >= 500)
      request.log.warn({ err: error.cause ?? error, code: error.code }, 'cannot answer');
    return send(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => send(new AppError('NOT_FOUND'), request, reply));
}
