import { fileURLToPath } from 'node:url';
import { getHelpFile, type Language, listHelpFiles } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../errors/AppError.ts';
import { route } from '../../http/route.ts';
import { listHelpFiles as listFiles } from './listHelpFiles.ts';
import { readHelpFile } from './readHelpFile.ts';

const ownGuide = fileURLToPath(new URL('../../../../../docs/user-guide', import.meta.url));

/** D-HELP-01. A requested name is looked up in the list and never becomes part of a path. */
export function helpRoutes(app: FastifyInstance, { config }: AppDeps): void {
  const list = (language: Language) => listFiles(config.helpDir ?? ownGuide, language);

  route(app, listHelpFiles, async ({ language }, reply) => {
    reply.header('vary', 'Accept-Language').header('cache-control', 'no-cache');
    return (await list(language)).map(({ name }) => name);
  });

  route(app, getHelpFile, async ({ language, params }, reply) => {
    const file = (await list(language)).find(({ name }) => name === params.fileName);
    if (file === undefined) throw new AppError('NOT_FOUND');
    const { type, bytes } = await readHelpFile(file);
    reply
      .type(type)
      .header('vary', 'Accept-Language')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', 'sandbox')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    return bytes;
  });
}
