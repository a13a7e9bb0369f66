import {
  type FieldSchema,
  type LayerId,
  listReferenced,
  type ObjectId,
  type ReferencedObject,
  referenceLimits,
  toReferencedId,
} from '@pgis/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { readStored } from '../../storage/index.ts';

interface Batch {
  readonly ids: Set<ObjectId>;
  readonly found: Promise<ReadonlyMap<ObjectId, ReferencedObject>>;
}

/** Ids that are asked for while a table is drawn go into one call a layer. */
const batches = new Map<LayerId, Batch>();

function openBatch(layerId: LayerId): Batch {
  const open = batches.get(layerId);
  if (open !== undefined && open.ids.size < referenceLimits.ids) return open;
  const ids = new Set<ObjectId>();
  const read = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    if (batches.get(layerId) === batch) batches.delete(layerId);
    const found = await callApi(listReferenced, {
      params: { classifierId: layerId },
      query: { ids: [...ids].join(',') },
      background: true,
    });
    return new Map(found.map((one) => [one.id, one]));
  };
  const batch: Batch = { ids, found: read() };
  batches.set(layerId, batch);
  return batch;
}

async function readReferenced(layerId: LayerId, id: ObjectId): Promise<ReferencedObject | null> {
  const { ids, found } = openBatch(layerId);
  ids.add(id);
  return (await found).get(id) ?? null;
}

/** Rights decide the content, so each user has entries of their own. */
const keyOf = (layerId: LayerId | undefined, ...parts: readonly unknown[]) => [
  'referenced',
  layerId,
  ...parts,
  readStored('currentUser')?.userId ?? null,
];

/** The object that a stored value refers to; null where the user may not see it. */
export const referencedQuery = (layerId: LayerId | undefined, value: string) => {
  const id = toReferencedId(value);
  return queryOptions({
    queryKey: keyOf(layerId, id),
    queryFn: () => readReferenced(layerId ?? 0, id ?? 0),
    enabled: layerId !== undefined && id !== undefined,
    staleTime: 30_000,
    retry: false,
  });
};

/** Objects of a layer by letters of their names. */
export const referenceSearchQuery = (layerId: LayerId | undefined, text: string) =>
  queryOptions({
    queryKey: keyOf(layerId, 'search', text),
    queryFn: ({ signal }) =>
      callApi(listReferenced, {
        params: { classifierId: layerId ?? 0 },
        query: { q: text },
        signal,
        background: true,
      }),
    enabled: layerId !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: false,
  });

/** Name of the object that a value of the field refers to; undefined for other fields and until it is known. */
export function useReferencedName(schema: FieldSchema | undefined, value: string): string | undefined {
  const isReference = schema?.type === 'reference';
  return useQuery(referencedQuery(isReference ? schema.layer : undefined, value)).data?.name || undefined;
}
