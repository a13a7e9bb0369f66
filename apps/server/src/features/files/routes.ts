import {
  addGeomFiles,
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
import { listFiles, listImages, openFile, readImage } from './readFiles.ts';
import { sweepBlobs } from './sweepBlobs.ts';

const SWEEP_MS = 600_000;

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

  route(app, getGeomImage, async (request, reply) => {
    const picture = await readImage(deps, request.params, request.query);
    reply
      .header('cache-control', 'private, max-age=300')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .type('image/webp');
    return picture;
  });

  sweepRegularly(app, deps);
}

/** What a crash or a deletion left behind goes before the first request and every ten minutes. */
function sweepRegularly(app: FastifyInstance, deps: AppDeps): void {
  const sweep = (isAlone: boolean) =>
    sweepBlobs(deps, { isAlone }).catch((err: unknown) => app.log.error({ err }, 'sweeping blobs failed'));
  const timer = setInterval(() => {
    deps.background.run('sweeping blobs', app.log, () => sweep(false));
  }, SWEEP_MS).unref();
  app.addHook('onReady', () => sweep(deps.database.kind === 'embedded'));
  app.addHook('onClose', async () => clearInterval(timer));
}
