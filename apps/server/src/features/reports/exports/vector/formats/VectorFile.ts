import type { GeometryKind } from '@pgis/geo';
import type { Feature } from '../readFeatures.ts';
import type { KindSurvey, Survey } from '../survey.ts';
import type { VectorRequest } from '../VectorRequest.ts';

/** Rows of one file in the coordinate system of the request; each iteration reads them again. */
export interface VectorSource {
  readonly request: VectorRequest;
  readonly features: () => Iterable<Feature>;
  /** Reads all rows once; call it only for a format that needs the facts beforehand. */
  readonly survey: () => Survey;
}

/** Writes `request.path`. Passes over the rows, the survey included, are counted for the progress. */
export interface VectorWriter {
  readonly passes: number;
  readonly write: (source: VectorSource) => void | Promise<void>;
}

/** Kinds in the order in which every format writes them. */
export const orderedKinds = (kinds: Survey['kinds']): readonly (readonly [GeometryKind, KindSurvey])[] =>
  (['point', 'line', 'polygon'] as const).flatMap((kind) => {
    const found = kinds.get(kind);
    return found === undefined ? [] : [[kind, found] as const];
  });
