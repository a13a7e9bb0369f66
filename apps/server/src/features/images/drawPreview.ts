import type { Language } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { DrawingPool } from '../../map-images/DrawingPool.ts';
import type { Actor } from '../../plugins/Actor.ts';
import { checkStyleText, getEditableLayer } from '../classifiers/index.ts';
import { getScope } from '../objects/index.ts';
import { parseGetMap } from './parseGetMap.ts';
import { readImageJob } from './readImageJob.ts';
import { filterOf } from './wms/answerWms.ts';

interface PreviewRequest {
  readonly actor: Actor;
  readonly language: Language;
  readonly layerId: number;
  readonly query: Readonly<Record<string, string>>;
  readonly geomStyle: string;
  readonly signal: AbortSignal;
}

/** The picture of a layer as it would look; with the objects that whoever edits it may see. */
export async function drawPreview(
  { database, pool }: Pick<AppDeps, 'database'> & { readonly pool: DrawingPool },
  request: PreviewRequest,
): Promise<{ readonly type: string; readonly body: Uint8Array }> {
  const { actor, layerId, query, geomStyle } = request;
  await getEditableLayer(database.db, request, layerId);
  const problems = checkStyleText(geomStyle);
  if (problems.length > 0) throw validationError(...problems);
  const map = parseGetMap(query, layerId);
  const { layer, ...scope } = await getScope(database.db, actor, layerId, filterOf(query));
  const read = await readImageJob(database, { ...scope, layer: { ...layer, geomStyle } }, map);
  if (read === undefined) throw new AppError('IMAGE_TOO_LARGE');
  return { type: `image/${map.format}`, body: await pool.draw(read.job, request.signal) };
}
