import {
  addMapArchive,
  addMapLayer,
  deleteMapLayer,
  listCompanyMapLayers,
  listMapArchives,
  listMapLayers,
  updateMapLayer,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { parseIfMatch } from '../../http/ifMatch.ts';
import { route } from '../../http/route.ts';
import { addBaseLayer, deleteBaseLayer, updateBaseLayer } from './changeBaseLayers.ts';
import { addFolderArchive, listFolderArchives } from './folderArchives.ts';
import { listCompanyBaseLayers, listVisibleBaseLayers } from './listBaseLayers.ts';

export function baseLayerRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listMapLayers, ({ actor, language }) =>
    listVisibleBaseLayers(deps.database.db, { actor, language, storage: deps.storage }),
  );

  route(app, listCompanyMapLayers, ({ actor, params, language }) =>
    listCompanyBaseLayers(deps, actor, { companyId: params.userCompanyId, language }),
  );

  route(app, addMapLayer, ({ actor, language, body, id: requestId }) =>
    addBaseLayer(deps, { actor, language, storage: deps.storage, requestId }, body),
  );
  route(app, updateMapLayer, ({ actor, language, params, headers, body, id: requestId }) =>
    updateBaseLayer(
      deps,
      { actor, language, storage: deps.storage, requestId },
      {
        id: params.id,
        body,
        expectedVersion: parseIfMatch(headers['if-match']) ?? body.version,
      },
    ),
  );
  route(app, listMapArchives, ({ actor }) => listFolderArchives(deps, { actor }));
  route(app, addMapArchive, ({ actor, language, body, id: requestId }) =>
    addFolderArchive(deps, { actor, language, storage: deps.storage, requestId }, body),
  );

  route(app, deleteMapLayer, async ({ actor, language, params, id: requestId }) => {
    await deleteBaseLayer(deps, { actor, language, storage: deps.storage, requestId }, params.id);
    return undefined;
  });
}
