import type { ReadFeature } from './SourceFeature.ts';
import type { Survey } from './surveyFields.ts';

/** Yields the features that the survey holds in memory, releasing each, then the rest of the file. */
export async function* readOnce(
  { firstFeatures, featureCount }: Pick<Survey, 'firstFeatures' | 'featureCount'>,
  readAgain: () => Promise<AsyncIterable<ReadFeature>>,
): AsyncGenerator<ReadFeature> {
  const count = firstFeatures.length;
  firstFeatures.reverse();
  for (let next = firstFeatures.pop(); next !== undefined; next = firstFeatures.pop()) yield next;
  if (count === featureCount) return;
  let rowNumber = 0;
  for await (const feature of await readAgain()) if (rowNumber++ >= count) yield feature;
}
