import { useQueries, useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../../layers/layerEditorQueries.ts';

/** Number of objects of a layer; undefined until it is known and for users who may not know it. */
export const useUsage = (id: number | null): number | undefined => useQuery(usageQuery(id)).data?.objects;

/** D-CLS-08: number of objects that hold a value in each of these fields, for the fields counted so far. */
export function useValueCounts(id: number | null, fields: readonly string[]): ReadonlyMap<string, number> {
  const results = useQueries({ queries: fields.map((field) => usageQuery(id, field)) });
  return new Map(
    results.flatMap(({ data }, index) =>
      typeof data?.withValue === 'number' ? [[fields[index] ?? '', data.withValue] as const] : [],
    ),
  );
}
