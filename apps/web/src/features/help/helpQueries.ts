import { getHelpFile, listHelpFiles } from '@pgis/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { saveFile } from '../../ui/saveFile.ts';

/** The server lists the files of the language of the request. */
export const helpFilesQuery = (language: string) =>
  queryOptions({
    queryKey: ['help', language],
    queryFn: ({ signal }) => callApi(listHelpFiles, { signal }),
  });

export const downloadHelpFile = mutationOptions({
  mutationFn: async (name: string) =>
    saveFile(await callApi(getHelpFile, { params: { fileName: name } }), name),
});
