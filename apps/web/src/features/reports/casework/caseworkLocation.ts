import { type getCaseReport, limits, type QueryOf } from '@pgis/contract';
import { toId } from '../../../objects/inboxLocation.ts';

/** Filters of the casework report, which the address holds. */
export interface CaseworkLocation {
  readonly layerId: number | null;
  readonly unitId: number | null;
  readonly weeks: number;
}

const { defaultWeeks } = limits.caseReport;
/** Lengths of the period that the form offers. */
export const weekChoices = [4, defaultWeeks, 26, 52] as const;

type Search = Readonly<Record<string, unknown>>;

/** Parses the search of an address; invalid parts are left out. */
export function parseCaseworkLocation({ layer, unit, weeks }: Search): CaseworkLocation {
  const count = toId(weeks);
  const isPeriod = count !== null && count >= 1 && count <= limits.caseReport.weeks;
  return { layerId: toId(layer), unitId: toId(unit), weeks: isPeriod ? count : defaultWeeks };
}

/** Search of the address, with only the parts that differ from the default. */
export const toCaseworkSearch = ({ layerId, unitId, weeks }: CaseworkLocation): Search => ({
  ...(layerId !== null && { layer: layerId }),
  ...(unitId !== null && { unit: unitId }),
  ...(weeks !== defaultWeeks && { weeks }),
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
