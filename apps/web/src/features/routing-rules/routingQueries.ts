import {
  explainRouting,
  listClassObjects,
  listRoutingRules,
  type RoutingRule,
  type RoutingRuleBody,
  saveRoutingRules,
  tryRoutingRules,
} from '@pgis/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, callApi } from '../../api/index.ts';

const key = (userId: number | null) => ['routing-rules', userId];

export const routingRulesQuery = (userId: number | null) =>
  queryOptions({
    queryKey: key(userId),
    queryFn: ({ signal }) => callApi(listRoutingRules, { signal }),
    staleTime: 0,
  });

/** A stored rule as it is saved again, without what the server counts. */
export const toBody = ({ areaName: _, caught: __, ...rule }: RoutingRule): RoutingRuleBody => rule;

interface RulesToSave {
  readonly rules: readonly RoutingRuleBody[];
  readonly version: number;
}

/** Saves the whole list. After a conflict the list is loaded again, so that a second try has its version. */
export const saveRules = (client: QueryClient, userId: number | null) =>
  mutationOptions({
    mutationFn: ({ rules, version }: RulesToSave) =>
      callApi(saveRoutingRules, { body: { rules: [...rules], version } }),
    onSuccess: (saved) => client.setQueryData(key(userId), saved),
    onError: async (cause: Error) => {
      if (cause instanceof ApiError && cause.code === 'ROUTING_CHANGED')
        await client.invalidateQueries({ queryKey: key(userId) });
    },
  });

/** Problems of one rule of a refused list, by the field of its form. */
export function listRuleProblems(cause: unknown, index: number) {
  if (!(cause instanceof ApiError)) return [];
  return cause.problems.flatMap(({ path, code }) => {
    const [, rules, position, field = ''] = path.split('/');
    return rules === 'rules' && position === String(index) ? [{ field, code }] : [];
  });
}

/** Newest cases with the position of the rule that would take each. */
export const tryRules = (rules: readonly RoutingRuleBody[]) =>
  callApi(tryRoutingRules, { body: { rules: [...rules] } });

export const explainQuery = (id: number | null, version: number) =>
  queryOptions({
    queryKey: ['routing-explained', id, version],
    queryFn: ({ signal }) => callApi(explainRouting, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    staleTime: 0,
    retry: false,
  });

/** Polygons of a layer whose texts contain the words, as areas to select. */
export const areasQuery = (layerId: number | null, text: string) =>
  queryOptions({
    queryKey: ['routing-areas', layerId, text],
    queryFn: async ({ signal }) => {
      const { items } = await callApi(listClassObjects, {
        params: { classId: layerId ?? 0 },
        query: { _size: 50, ...(text !== '' && { _q: text }) },
        signal,
      });
      return items
        .filter(({ kind }) => kind === 'polygon')
        .map(({ id, reference, name, description }) => ({ id, name: name || description || reference }));
    },
    enabled: layerId !== null,
    staleTime: 60_000,
  });
