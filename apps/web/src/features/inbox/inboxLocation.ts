import { type CaseSort, type CaseTab, caseSorts, caseTabs } from '@pgis/contract';

/** The list of cases that the address names, so that it can be revisited and passed on as a link. */
export interface InboxLocation {
  readonly tab: CaseTab;
  readonly layerId: number | null;
  readonly statusId: number | null;
  readonly text: string;
  readonly sort: CaseSort;
}

export const defaultLocation: InboxLocation = {
  tab: 'mine',
  layerId: null,
  statusId: null,
  text: '',
  sort: 'due',
};

type Search = Readonly<Record<string, unknown>>;

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);
const toId = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

/** Parses the search of an address; invalid parts are left out. */
export function parseInboxLocation({ tab, layer, status, q, sort }: Search): InboxLocation {
  return {
    tab: oneOf(caseTabs, tab) ?? defaultLocation.tab,
    layerId: toId(layer),
    statusId: toId(status),
    // The router reads digits as a number.
    text: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    sort: oneOf(caseSorts, sort) ?? defaultLocation.sort,
  };
}

/** Search of the address, with only the parts that differ from the default. */
export function toInboxSearch({ tab, layerId, statusId, text, sort }: InboxLocation): Search {
  return {
    ...(tab !== defaultLocation.tab && { tab }),
    ...(layerId !== null && { layer: layerId }),
    ...(statusId !== null && { status: statusId }),
    ...(text !== '' && { q: text }),
    ...(sort !== defaultLocation.sort && { sort }),
  };
}
