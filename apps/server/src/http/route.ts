import type { Readable } from 'node:stream';
import type { BodyOf, Call, HeadersOf, ParamsOf, QueryOf, ReplyOf } from '@pgis/contract';
import { limits } from '@pgis/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Actor, UserActor } from '../access/Actor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Call of the contract that the route serves; its policy decides who may call it. */
    readonly call?: Call;
  }
}

type ActorOf<C extends Call> = C['policy']['audience'] extends 'signedIn' | 'firstLoginToo'
  ? UserActor
  : Actor;

interface RouteOf<C extends Call> {
  Params: ParamsOf<C>;
  Querystring: QueryOf<C>;
  Headers: HeadersOf<C>;
  Body: BodyOf<C>;
}

/** A validated request of a call; `actor` is a user where the policy asks for one. */
export type CallRequest<C extends Call> = FastifyRequest<RouteOf<C>> & { readonly actor: ActorOf<C> };

/**
 * Excludes Fastify's reply: it is thenable, so an `await` of it would wait until it is sent and return
 * nothing.
 */
type Raw = Buffer | Readable;
type Answer<C extends Call> = C['reply'] extends { readonly as: 'stream' | 'binary' } ? Raw : ReplyOf<C>;
type Answered<C extends Call> = C['reply'] extends { readonly status: 204 }
  ? Promise<void>
  : Promise<Answer<C>> | Answer<C>;

export type Handler<C extends Call> = (request: CallRequest<C>, reply: FastifyReply) => Answered<C>;

/** Paths that the specification writes with a trailing slash answer with and without it (D-API-01). */
const slashTolerant = /^\/api\/v1\/(layers|user)(\/|$)/;

function schemaOf(call: Call): FastifySchema {
  const { params, query, headers, body, reply } = call;
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.tag],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    // A streamed answer is written as it comes and not serialised again.
    ...(reply.schema && reply.as === undefined && { response: { [reply.status]: reply.schema } }),
  } as FastifySchema;
}

/**
 * Serves a call of the contract: method, path, schemas, policy, body limit and reply all come from there.
 * The handler's return value is the reply; a handler of a stream or binary call sets its own content type.
 */
export function route<const C extends Call>(app: FastifyInstance, call: C, handler: Handler<C>): void {
  if (call.policy?.audience === undefined) throw new Error(`${call.name} has no policy: deny by default`);
  const urls = slashTolerant.test(call.path) ? [call.path, `${call.path}/`] : [call.path];
  for (const url of urls) {
    app.route({
      method: call.method,
      url,
      schema: { ...schemaOf(call), ...(url !== call.path && { hide: true }) },
      bodyLimit: call.bodyBytes ?? limits.bodyBytes.other,
      config: { call },
      handler: async (request, reply) => {
        const answer = await handler(request as unknown as CallRequest<C>, reply);
        if ((answer as unknown) === reply) return reply; // The handler has sent it.
        if (reply.statusCode === 200) reply.code(call.reply.status);
        return reply.send(answer);
      },
    });
  }
}
