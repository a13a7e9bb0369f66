import {
  addGeomFiles,
  changeGeomImage,
  deleteGeomFile,
  downloadGeomFile,
  getGeomImage,
  listGeomFiles,
  listGeomImages,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { attachmentHeaders } from '../../http/attachmentHeaders.ts';
import { route } from '../../http/route.ts';
import { addFiles } from './addFiles.ts';
import { deleteFile } from './deleteFile.ts';
import { changeImage } from './images/changeImage.ts';
import { listFiles, listImages, openFile, readImage } from './readFiles.ts';
import { sweepBlobs, sweepStorage, sweepTempFiles } from './sweepStorage.ts';

const SWEEP_S = 600;

/** Files of objects (API-FILE). */
export function fileRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listGeomFiles, (request) => listFiles(deps, request, request.params.geometryId));

  route(app, listGeomImages, (request) => listImages(deps, request, request.params.geometryId));

  route(app, addGeomFiles, ({ actor, language, raw, id: requestId }) =>
    addFiles(deps, { actor, language, raw, requestId }),
  );

  route(app, downloadGeomFile, async (request, reply) => {
    const { file, bytes } = await openFile(deps, request, request.params);
    reply.headers(attachmentHeaders(file.name)).header('content-length', file.size).type(file.mime);
    return bytes;
  });

  route(app, deleteGeomFile, ({ actor, language, params, id: requestId }) =>
    deleteFile(deps, { actor, language, ...params, requestId }),
  );

  route(app, changeGeomImage, ({ actor, language, params, body, id: requestId }) =>
    changeImage(deps, { actor, language, ...params, body, requestId }),
  );

  route(app, getGeomImage, async (request, reply) => {
    const picture = await readImage(deps, request.params, request.query);
    reply
      .header('cache-control', 'private, max-age=300')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .type('image/webp');
    return picture;
  });

  scheduleSweeps(app, deps);
}

/** Deletes what a crash or a deletion left behind: before the first request and every ten minutes. */
function scheduleSweeps(app: FastifyInstance, deps: AppDeps): void {
  const isAlone = deps.database.kind === 'embedded';
  app.addHook('onReady', () =>
    sweepStorage(deps, { isAlone }).catch((err: unknown) => app.log.error({ err }, 'sweeping blobs failed')),
  );
  deps.jobs.register({
    kind: 'sweep-blobs',
    period: { everyS: SWEEP_S, firstAfterS: SWEEP_S },
    run: () => sweepBlobs(deps, { isAlone: false }),
  });
  // The folder of temporary files may be on a disk that only this process sees.
  deps.jobs.repeat({
    name: 'sweeping temporary files',
    everyS: SWEEP_S,
    run: () => sweepTempFiles(deps, { isAlone: false }),
  });
}
