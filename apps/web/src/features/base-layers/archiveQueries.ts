import { addMapArchive, type BodyOf, listMapArchives } from '@pgis/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { layerKeys } from '../../layers/layerQueries.ts';
import { afterSuccess } from '../../ui/forms/mutationEffects.ts';

/** Files come and go without the browser, so every opening of the dialog reads the folder. */
export const archivesQuery = queryOptions({
  queryKey: ['map-archives'],
  queryFn: ({ signal }) => callApi(listMapArchives, { signal }),
  gcTime: 0,
});

export const addArchive = mutationOptions({
  mutationFn: (body: BodyOf<typeof addMapArchive>) => callApi(addMapArchive, { body }),
  ...afterSuccess((client) => void client.invalidateQueries({ queryKey: layerKeys.baseLayers })),
});
