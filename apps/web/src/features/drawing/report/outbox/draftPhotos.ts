import { createStore, del, delMany, entries, get, set } from 'idb-keyval';
import { listDrafts, toDraftKey } from '../../../../ui/drafts/draftStore.ts';
import { getSession } from '../../../session/index.ts';
import { CITIZEN_REPORT, type ReportDraft } from '../ReportContent.ts';

/** Photos of a report that is being written: Android may end the page while its camera is open. */
interface DraftPhotos {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: readonly File[];
}

/** Time in which a draft follows its photos. */
const YOUNG_MS = 60_000;

const database = createStore('pgis-draft-photos', 'photos');

/** Replaces the photos of a draft. Throws if the browser stores nothing. */
export const storeDraftPhotos = (key: string, files: readonly File[]): Promise<void> =>
  files.length === 0
    ? del(key, database)
    : set(key, { at: Date.now(), files } satisfies DraftPhotos, database);

export const readDraftPhotos = async (key: string): Promise<readonly File[]> =>
  (await get<DraftPhotos>(key, database))?.files ?? [];

/** Deletes the photos of drafts that are no longer there: sent, discarded or too old (docs/decisions/0040). */
export async function sweepDraftPhotos(): Promise<void> {
  // A user sees their own drafts only.
  if (!getSession().isAnonymous) return;
  const drafts = await listDrafts<ReportDraft>(toDraftKey(CITIZEN_REPORT));
  const used = new Set(drafts.map(({ content }) => content.photoKey));
  const stored = await entries<string, DraftPhotos>(database);
  const unused = stored.filter(([key, { at }]) => !used.has(key) && at < Date.now() - YOUNG_MS);
  await delMany(
    unused.map(([key]) => key),
    database,
  );
}
