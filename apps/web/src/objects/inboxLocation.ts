import {
  type CaseListFilter,
  type CaseSort,
  type CaseTab,
  caseDates,
  caseSorts,
  caseStates,
  caseTabs,
} from '@pgis/contract';
import { defaultStringifySearch } from '@tanstack/react-router';
import type { Language } from '../i18n/index.ts';

/** Filters with which figures of the casework report open the inbox; its own form has none of them. */
export type FigureFilter = Omit<CaseListFilter, '_tab' | '_class' | '_status' | '_q' | '_bbox'>;

/** The list of cases that the address names, so that it can be revisited and passed on as a link. */
export interface InboxLocation {
  readonly tab: CaseTab;
  readonly layerId: number | null;
  readonly statusId: number | null;
  readonly text: string;
  readonly sort: CaseSort;
  readonly figure: FigureFilter;
}

export const defaultLocation: InboxLocation = {
  tab: 'mine',
  layerId: null,
  statusId: null,
  text: '',
  sort: 'due',
  figure: {},
};

type Search = Readonly<Record<string, unknown>>;
type Parse = (value: unknown) => unknown;

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);
/** The id in a part of an address; null for anything else. */
export const toId = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;
const toCount: Parse = (value) => (toId(value) !== null && Number(value) >= 0 ? value : undefined);
const matching =
  (pattern: RegExp): Parse =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
const toDay = matching(/^\d{4}-\d\d-\d\d$/);

const figureParts: Readonly<Record<keyof FigureFilter, readonly [name: string, parse: Parse]>> = {
  _state: ['state', (value) => oneOf(caseStates, value)],
  _unit: ['unit', toCount],
  _assignee: ['assignee', toCount],
  _date: ['date', (value) => oneOf(caseDates, value)],
  _from: ['from', toDay],
  _to: ['to', toDay],
  _minAge: ['minAge', toCount],
  _maxAge: ['maxAge', toCount],
  _cell: ['cell', matching(/^[1-9]\d{1,6},-?\d{1,7},-?\d{1,7}$/)],
};
const figureKeys = Object.keys(figureParts) as (keyof FigureFilter)[];

const parseFigure = (search: Search): FigureFilter =>
  Object.fromEntries(
    figureKeys.flatMap((key) => {
      const [name, parse] = figureParts[key];
      const value = parse(search[name]);
      return value === undefined ? [] : [[key, value]];
    }),
  );

const toFigureSearch = (figure: FigureFilter): Search =>
  Object.fromEntries(
    figureKeys.flatMap((key) => (figure[key] === undefined ? [] : [[figureParts[key][0], figure[key]]])),
  );

/** Parses the search of an address; invalid parts are left out. */
export function parseInboxLocation(search: Search): InboxLocation {
  const { tab, layer, status, q, sort } = search;
  return {
    tab: oneOf(caseTabs, tab) ?? defaultLocation.tab,
    layerId: toId(layer),
    statusId: toId(status),
    // The router reads digits as a number.
    text: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    sort: oneOf(caseSorts, sort) ?? defaultLocation.sort,
    figure: parseFigure(search),
  };
}

/** Search of the address, with only the parts that differ from the default. */
export function toInboxSearch({ tab, layerId, statusId, text, sort, figure }: InboxLocation): Search {
  return {
    ...(tab !== defaultLocation.tab && { tab }),
    ...(layerId !== null && { layer: layerId }),
    ...(statusId !== null && { status: statusId }),
    ...(text !== '' && { q: text }),
    ...(sort !== defaultLocation.sort && { sort }),
    ...toFigureSearch(figure),
  };
}

/** Address of the list that a figure counts. */
export function toInboxHref(language: Language, { _tab = 'all', _class, ...figure }: CaseListFilter): string {
  const location = { ...defaultLocation, tab: _tab, layerId: _class ?? null, figure };
  return `#/${language}/inbox${defaultStringifySearch({ ...toInboxSearch(location) })}`;
}

/** The query of the inbox for a list, without its page and order. */
export const toCaseListQuery = ({ tab, layerId, statusId, text, figure }: InboxLocation): CaseListFilter => ({
  _tab: tab,
  ...(layerId !== null && { _class: layerId }),
  ...(statusId !== null && { _status: statusId }),
  ...(text !== '' && { _q: text }),
  ...figure,
});
