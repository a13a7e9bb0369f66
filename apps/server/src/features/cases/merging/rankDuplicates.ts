import type { LayerId, ObjectId } from '@pgis/contract';
import { likenessTo } from './textLikeness.ts';

export interface Candidate {
  readonly id: ObjectId;
  readonly classId: LayerId;
  readonly text: string;
  /** Metres on the ground. */
  readonly distanceM: number;
}

export interface RankedCandidate extends Candidate {
  readonly likeness: number;
}

/** Cases of other layers are suggested only if they also read alike: a lamp beside a hole is another matter. */
const MIN_LIKENESS_ELSEWHERE = 0.3;

/** Nearness counts half of what the words do, since positions from phones are some ten metres off. */
const NEARNESS_WEIGHT = 0.5;

/** The candidates that may be duplicates, the most alike first. */
export function rankDuplicates(
  subject: { readonly classId: LayerId; readonly text: string; readonly distanceM: number },
  candidates: readonly Candidate[],
): RankedCandidate[] {
  const likeness = likenessTo(subject.text);
  const score = (one: RankedCandidate) =>
    one.likeness + NEARNESS_WEIGHT * (1 - one.distanceM / subject.distanceM);
  return candidates
    .map((one) => ({ ...one, likeness: likeness(one.text) }))
    .filter((one) => one.classId === subject.classId || one.likeness >= MIN_LIKENESS_ELSEWHERE)
    .sort((a, b) => score(b) - score(a) || a.id - b.id);
}
