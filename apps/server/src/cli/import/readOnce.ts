import type { ReadFeature } from './SourceFeature.ts';
import type { Survey } from './surveyFields.ts';

/** The features that the survey has kept, then the rest of the file. */
export async function* readOnce(
  { kept, featureCount }: Pick<Survey, 'kept' | 'featureCount'>,
  readAgain: () => Promise<AsyncIterable<ReadFeature>>,
): AsyncGenerator<ReadFeature> {
  yield* kept;
  if (kept.length === featureCount) return;
  let place = 0;
  for await (const feature of await readAgain()) if (place++ >= kept.length) yield feature;
}
