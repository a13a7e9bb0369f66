import {
  addMapLayer,
  deleteMapLayer,
  listCompanyMapLayers,
  listMapLayers,
  updateMapLayer,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { parseIfMatch } from '../../http/ifMatch.ts';
import { route } from '../../http/route.ts';
import * as changes from './changeMapLayers.ts';
import * as service from './service.ts';

export function layerRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listMapLayers, ({ actor, language }) =>
    service.listVisibleMapLayers(deps.database.db, actor, language),
  );

  route(app, listCompanyMapLayers, ({ actor, params, language }) =>
    service.listCompanyMapLayers(deps, actor, params.userCompanyId, language),
  );

  route(app, addMapLayer, ({ actor, language, body, id: requestId }) =>
    changes.addMapLayer(deps, { actor, language, requestId }, body),
  );
  route(app, updateMapLayer, ({ actor, language, params, headers, body, id: requestId }) =>
    changes.updateMapLayer(deps, { actor, language, requestId }, params.id, {
      body,
      expectedVersion: parseIfMatch(headers['if-match']) ?? body.version,
    }),
  );
  route(app, deleteMapLayer, async ({ actor, language, params, id: requestId }) => {
    await changes.deleteMapLayer(deps, { actor, language, requestId }, params.id);
    return undefined;
  });
}
