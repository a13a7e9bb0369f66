import type { ReadFeature } from './SourceFeature.ts';
import type { Survey } from './surveyFields.ts';

/** The features that the survey has kept, which are let go one after the other, then the rest of the file. */
export async function* readOnce(
  { kept, featureCount }: Pick<Survey, 'kept' | 'featureCount'>,
  readAgain: () => Promise<AsyncIterable<ReadFeature>>,
): AsyncGenerator<ReadFeature> {
  const count = kept.length;
  kept.reverse();
  for (let next = kept.pop(); next !== undefined; next = kept.pop()) yield next;
  if (count === featureCount) return;
  let place = 0;
  for await (const feature of await readAgain()) if (place++ >= count) yield feature;
}
