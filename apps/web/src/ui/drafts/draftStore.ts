import { createStore, del, delMany, entries, set } from 'idb-keyval';
import { readStored } from '../../storage/index.ts';

/** Content of a form that the user has not saved. */
export interface Draft<Content> {
  /** `DRAFT_FORMAT` of the application that has written it. */
  readonly format: number;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly changedAt: number;
  readonly content: Content;
}

/** Raise it when the content of a form changes its shape: drafts of another format are deleted. */
export const DRAFT_FORMAT = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ages after which drafts are deleted, counted from their last change. Visitors may share their browser. */
export const maxDraftAgeMs = { user: 7 * DAY_MS, visitor: DAY_MS } as const;

/** Drafts of one form: the newest, and those that were offered and left unanswered. */
const MAX_DRAFTS_PER_FORM = 3;

const database = createStore('pgis-drafts', 'drafts');

const VISITOR = 'visitor';

/** Key of a form's drafts. Each user has drafts of their own; all visitors of a browser share theirs. */
export const toDraftKey = (form: string): string => `${readStored('currentUser')?.userId ?? VISITOR} ${form}`;

function listUsable<Content>(key: string, drafts: readonly Draft<Content>[]): readonly Draft<Content>[] {
  const maxAgeMs = key.startsWith(VISITOR) ? maxDraftAgeMs.visitor : maxDraftAgeMs.user;
  return drafts.filter(
    ({ format, changedAt }) => format === DRAFT_FORMAT && changedAt > Date.now() - maxAgeMs,
  );
}

/** Lists the drafts of a form, newest first, and deletes outdated drafts of all forms and users. */
export async function listDrafts<Content>(key: string): Promise<readonly Draft<Content>[]> {
  const stored = await entries<string, readonly Draft<Content>[]>(database);
  const outdated = stored.filter((entry) => listUsable(...entry).length === 0).map(([ofForm]) => ofForm);
  if (outdated.length > 0) await delMany(outdated, database);
  return listUsable(key, new Map(stored).get(key) ?? []);
}

/** Replaces the drafts of a form. Throws if the browser stores nothing, as in some private windows. */
export async function writeDrafts<Content>(key: string, drafts: readonly Draft<Content>[]): Promise<void> {
  if (drafts.length === 0) await del(key, database);
  else await set(key, drafts.slice(0, MAX_DRAFTS_PER_FORM), database);
}
