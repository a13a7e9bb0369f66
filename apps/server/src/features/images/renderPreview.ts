import type { Language, LayerId } from '@pgis/contract';
import type { Actor } from '../../access/Actor.ts';
import type { Database } from '../../db/openDatabase.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { getEditableLayer } from '../../layers/getEditableLayer.ts';
import { checkStyleText } from '../../layers/tree/checkStyleText.ts';
import { getFilteredLayer } from '../../query/codecs/addressFilter.ts';
import { readImageJob } from '../../rendering/job/readImageJob.ts';
import type { ImagePool } from '../../rendering/pool/imagePool.ts';
import { parseGetMap } from './parseGetMap.ts';
import { filterOf } from './wms/answerWms.ts';

interface PreviewRequest {
  readonly actor: Actor;
  readonly language: Language;
  readonly layerId: LayerId;
  readonly query: Readonly<Record<string, string>>;
  readonly geomStyle: string;
  readonly signal: AbortSignal;
}

/** Renders a layer in a style that is not saved yet, with the objects that its editor may see. */
export async function renderPreview(
  { database, pool }: { readonly database: Database; readonly pool: ImagePool },
  request: PreviewRequest,
): Promise<{ readonly type: string; readonly body: Uint8Array }> {
  const { actor, layerId, query, geomStyle } = request;
  await getEditableLayer(database.db, request, layerId);
  const problems = checkStyleText(geomStyle);
  if (problems.length > 0) throw validationError(...problems);
  const map = parseGetMap(query, layerId);
  const { layer, ...scope } = await getFilteredLayer(database.db, actor, {
    layerId,
    filter: filterOf(query),
  });
  const read = await readImageJob(
    database,
    { ...scope, layer: { ...layer, geomStyle, density: { kind: 'asIs' } } },
    map,
  );
  if (read === undefined) throw new AppError('IMAGE_TOO_LARGE');
  return { type: `image/${map.format}`, body: await pool.render(read.job, request.signal) };
}
