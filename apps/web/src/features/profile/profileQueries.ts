import {
  type BodyOf,
  type Company,
  type CompanyZip,
  deleteLogo,
  deleteProfileFile,
  downloadProfileFile,
  editUser,
  endUserSessions,
  getUser,
  importLogo,
  importZip,
  type LinkId,
  listCompanyZips,
  listShortLinks,
  listUserSessions,
  loadLogo,
  turnOffShortLink,
  updateCompany,
} from '@pgis/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { uploadForm } from '../../api/uploadForm.ts';
import { companyQuery } from '../../layers/companyQuery.ts';
import { layerKeys } from '../../layers/layerQueries.ts';
import { afterSettled, afterSuccess } from '../../ui/forms/mutationEffects.ts';
import { saveFile } from '../../ui/saveFile.ts';

const keys = {
  logo: (companyId: number) => ['company-logo', companyId],
  archives: (companyId: number) => ['company-zips', companyId],
  user: (userId: number) => ['user', userId],
  sessions: (userId: number) => ['user-sessions', userId],
  links: (userId: number) => ['short-links', userId],
};

/** Layers, groups and statuses are read anew: their names have changed. */
const invalidateNames = async (client: QueryClient): Promise<void> => {
  const named = [layerKeys.list, layerKeys.tree, layerKeys.statuses];
  await Promise.all(named.map((queryKey) => client.invalidateQueries({ queryKey })));
};

export const saveCompany = (companyId: number) =>
  mutationOptions({
    mutationFn: (body: BodyOf<typeof updateCompany>) =>
      callApi(updateCompany, { params: { companyId }, body }),
    ...afterSuccess((client, saved) => {
      const { queryKey } = companyQuery(companyId);
      const language = client.getQueryData(queryKey)?.language;
      const { language: savedLanguage } = client.setQueryData(queryKey, saved as Company) ?? {};
      // Readers without a name in their language see those of the company's.
      if (savedLanguage !== language) void invalidateNames(client);
    }),
  });

interface LogoOptions {
  /** Shows no spinner and is not loaded again on every page. */
  readonly isBackground?: boolean;
}

/** One key for all components that show the logo, so that a new one appears everywhere at once. */
export const logoQuery = (companyId: number, { isBackground = false }: LogoOptions = {}) =>
  queryOptions({
    queryKey: keys.logo(companyId),
    queryFn: ({ signal }) => callApi(loadLogo, { params: { companyId }, signal, background: isBackground }),
    staleTime: isBackground ? Number.POSITIVE_INFINITY : 0,
  });

/** Stores an image as the logo; null removes the logo. */
export const saveLogo = (companyId: number) =>
  mutationOptions({
    mutationFn: async (file: File | null): Promise<{ logoImage: string | null }> => {
      if (file !== null)
        return uploadForm(importLogo, {
          form: toForm(file),
          onProgress: () => {},
          signal: new AbortController().signal,
        });
      await callApi(deleteLogo, { params: { companyId } });
      return { logoImage: null };
    },
    ...afterSuccess((client, saved) => void client.setQueryData(keys.logo(companyId), saved)),
  });

export const archivesQuery = (companyId: number) =>
  queryOptions({
    queryKey: keys.archives(companyId),
    queryFn: ({ signal }) => callApi(listCompanyZips, { params: { companyId }, signal }),
    staleTime: 0,
  });

interface ArchiveToSend {
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

/** Also after a failure: another user may have changed the list meanwhile. */
const afterArchives = (companyId: number) =>
  afterSettled((client) => client.invalidateQueries({ queryKey: keys.archives(companyId) }));

/** Resolves to null when the user has stopped the upload. */
export const addArchive = (companyId: number) =>
  mutationOptions({
    mutationFn: async ({ file, signal, onProgress }: ArchiveToSend): Promise<CompanyZip | null> => {
      try {
        return await uploadForm(importZip, { form: toForm(file), onProgress, signal });
      } catch (cause) {
        if (signal.aborted) return null;
        throw cause;
      }
    },
    ...afterArchives(companyId),
  });

export const removeArchive = (companyId: number) =>
  mutationOptions({
    mutationFn: (name: string) => callApi(deleteProfileFile, { query: { name } }),
    ...afterArchives(companyId),
  });

export const downloadArchive = (companyId: number) =>
  mutationOptions({
    mutationFn: async (name: string) =>
      saveFile(await callApi(downloadProfileFile, { body: { name } }), name),
    ...afterArchives(companyId),
  });

function toForm(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

export const userQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.user(userId),
    queryFn: ({ signal }) => callApi(getUser, { params: { userId }, signal }),
    staleTime: 0,
  });

export const saveOwnData = (userId: number) =>
  mutationOptions({
    mutationFn: (body: BodyOf<typeof editUser>) => callApi(editUser, { params: { userId }, body }),
    ...afterSuccess((client, saved) => void client.setQueryData(keys.user(userId), saved)),
  });

export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.sessions(userId),
    queryFn: ({ signal }) => callApi(listUserSessions, { params: { userId }, signal }),
    staleTime: 0,
  });

/** Ends all sessions of the user except the current one. */
export const endSessions = (userId: number) =>
  mutationOptions({
    mutationFn: () => callApi(endUserSessions, { params: { userId } }),
    ...afterSuccess((client) => client.invalidateQueries({ queryKey: keys.sessions(userId) })),
  });

export const linksQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.links(userId),
    queryFn: ({ signal }) => callApi(listShortLinks, { signal }),
    staleTime: 0,
  });

export const turnOffLink = (userId: number) =>
  mutationOptions({
    mutationFn: (linkId: LinkId) => callApi(turnOffShortLink, { params: { linkId } }),
    ...afterSettled((client) => client.invalidateQueries({ queryKey: keys.links(userId) })),
  });
