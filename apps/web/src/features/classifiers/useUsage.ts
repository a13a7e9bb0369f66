import { getClassifierUsage } from '@pgis/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';

const usageQuery = (id: number | null, field?: string) => ({
  queryKey: ['classifier-usage', id, field ?? null],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callApi(getClassifierUsage, {
      params: { classifierId: id ?? 0 },
      query: field === undefined ? {} : { field },
      signal,
      background: true,
    }),
  enabled: id !== null,
  retry: false,
  gcTime: 0,
});

/** How many objects a layer has; undefined until it is known, and for who may not know. */
export const useUsage = (id: number | null): number | undefined => useQuery(usageQuery(id)).data?.objects;

/** D-CLS-08: how many objects hold a value in each of these fields, of those that are known by now. */
export function useValueCounts(id: number | null, fields: readonly string[]): ReadonlyMap<string, number> {
  const results = useQueries({ queries: fields.map((field) => usageQuery(id, field)) });
  return new Map(
    results.flatMap(({ data }, index) =>
      typeof data?.withValue === 'number' ? [[fields[index] ?? '', data.withValue] as const] : [],
    ),
  );
}
