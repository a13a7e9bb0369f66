import { type getCaseReport, limits, type QueryOf } from '@pgis/contract';

/** Filters of the casework report, which the address holds. */
export interface CaseworkLocation {
  readonly layerId: number | null;
  readonly unitId: number | null;
  readonly weeks: number;
}

const DEFAULT_WEEKS = 12;
/** Lengths of the period that the form offers. */
export const weekChoices = [4, DEFAULT_WEEKS, 26, 52] as const;

type Search = Readonly<Record<string, unknown>>;

const toId = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

/** Parses the search of an address; invalid parts are left out. */
export function parseCaseworkLocation({ layer, unit, weeks }: Search): CaseworkLocation {
  const count = toId(weeks);
  const isPeriod = count !== null && count >= 1 && count <= limits.caseReport.weeks;
  return { layerId: toId(layer), unitId: toId(unit), weeks: isPeriod ? count : DEFAULT_WEEKS };
}

/** Search of the address, with only the parts that differ from the default. */
export const toCaseworkSearch = ({ layerId, unitId, weeks }: CaseworkLocation): Search => ({
  ...(layerId !== null && { layer: layerId }),
  ...(unitId !== null && { unit: unitId }),
  ...(weeks !== DEFAULT_WEEKS && { weeks }),
});

export const toCaseworkQuery = ({
  layerId,
  unitId,
  weeks,
}: CaseworkLocation): QueryOf<typeof getCaseReport> => ({
  ...(layerId !== null && { _class: layerId }),
  ...(unitId !== null && { _unit: unitId }),
  _weeks: weeks,
});
