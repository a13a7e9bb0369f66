import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { attachmentHeaders } from '../../http/attachmentHeaders.ts';
import { route } from '../../http/route.ts';
import { deleteArchive, importArchive, listArchives, openArchive } from './archives.ts';
import { getOwnCompany, updateCompany } from './company.ts';
import { deleteLogo, importLogo, loadLogo } from './logo.ts';

export function companyRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, calls.getCompany, ({ actor, params }) => getOwnCompany(deps, actor, params.companyId));
  route(app, calls.updateCompany, ({ actor, params: { companyId }, body, id }) =>
    updateCompany(deps, actor, { companyId, body, requestId: id }),
  );

  route(app, calls.loadLogo, ({ actor, params }) => loadLogo(deps, actor, params.companyId));
  route(app, calls.importLogo, ({ actor, raw, id }) => importLogo(deps, actor, { raw, requestId: id }));
  route(app, calls.deleteLogo, ({ actor, params: { companyId }, id }) =>
    deleteLogo(deps, actor, { companyId, requestId: id }),
  );

  route(app, calls.listCompanyZips, (request) => listArchives(deps, request, request.params.companyId));
  route(app, calls.importZip, ({ actor, raw, id }) => importArchive(deps, actor, { raw, requestId: id }));
  route(app, calls.downloadProfileFile, async ({ actor, body }, reply) => {
    const { name, size, bytes } = await openArchive(deps, actor, body.name);
    reply.headers(attachmentHeaders(name)).header('content-length', size).type('application/zip');
    return bytes;
  });
  route(app, calls.deleteProfileFile, ({ actor, query: { name }, id }) =>
    deleteArchive(deps, actor, { name, requestId: id }),
  );
}
