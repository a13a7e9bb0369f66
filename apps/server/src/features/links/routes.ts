import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { openShortLink } from './openShortLink.ts';
import { addShortLink, changeShortLink, listShortLinks, turnOffShortLink } from './ownShortLinks.ts';

/** Short links to views of the map. */
export function linkRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, calls.listShortLinks, ({ actor }) => listShortLinks(deps, actor));
  route(app, calls.addShortLink, ({ actor, body, id }) => addShortLink(deps, { actor, requestId: id }, body));
  route(app, calls.changeShortLink, ({ actor, params: { linkId }, body, id }) =>
    changeShortLink(deps, { actor, requestId: id }, { linkId, body }),
  );
  route(app, calls.turnOffShortLink, ({ actor, params: { linkId }, id }) =>
    turnOffShortLink(deps, { actor, requestId: id }, linkId),
  );
  route(app, calls.openShortLink, ({ body }) => openShortLink(deps, body.code));
}
