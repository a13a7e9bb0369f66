import { useEffect, useMemo } from 'react';
import type { DraftRecorder } from '../../../ui/drafts/DraftRecorder.ts';
import { useDraft } from '../../../ui/drafts/useDraft.ts';
import type { StoredDraft } from '../../../ui/unsaved-work/index.ts';
import type { Photos } from '../../photos/index.ts';
import { storeDraftPhotos } from './outbox/draftPhotos.ts';
import { CITIZEN_REPORT, type ReportContent, type ReportDraft, withoutEmail } from './ReportContent.ts';

interface ReportDraftOptions {
  readonly content: ReportContent;
  readonly photos: Photos;
  readonly photoKey: string;
  readonly refusedKey: string | null;
  /** True while the form holds something that is not sent. */
  readonly isChanged: boolean;
}

/** The draft of a report and its photos, as long as the report is not sent. */
export function useReportDraft({ content, photos, photoKey, refusedKey, isChanged }: ReportDraftOptions): {
  readonly offered: DraftRecorder<ReportDraft>;
  readonly stored: StoredDraft;
} {
  const { list } = photos;
  const photoCount = list.length;
  const draft = useMemo<ReportDraft>(
    () => ({ ...withoutEmail(content), photoKey, photoCount, refusedKey }),
    [content, photoKey, photoCount, refusedKey],
  );
  const offered = useDraft({ form: CITIZEN_REPORT, content: draft, isChanged });
  useEffect(() => {
    const files = isChanged ? list.map(({ file }) => file) : [];
    // A browser that stores nothing offers no draft. One that stores the words only says so when they are offered.
    storeDraftPhotos(photoKey, files).catch(() => {});
  }, [photoKey, list, isChanged]);
  const stored = useMemo<StoredDraft>(
    () => ({
      get isStored() {
        return offered.isStored;
      },
      end() {
        offered.end();
        storeDraftPhotos(photoKey, []).catch(() => {});
      },
    }),
    [offered, photoKey],
  );
  return { offered, stored };
}
