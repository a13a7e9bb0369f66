import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../../store/useStore.ts';
import { useDraft } from '../../../../ui/drafts/useDraft.ts';

interface ReplyDraft {
  readonly content: string;
  /** Status to set with it; null: the present one. */
  readonly statusId: number | null;
}

const noDraft: ReplyDraft = { content: '', statusId: null };

/** The unsent reply to an object. It is stored in the browser, and continued when the object is opened again. */
export function useReplyDraft(objectId: number): [ReplyDraft, (draft: ReplyDraft) => void] {
  const [draft, setDraft] = useState(noDraft);
  const recorder = useDraft({ form: `reply ${objectId}`, content: draft, isChanged: draft.content !== '' });
  const offer = useStore(recorder.offer);
  const isTouched = useRef(false);
  useEffect(() => {
    if (offer === null || isTouched.current) return;
    const stored = recorder.continueOffer();
    if (stored !== undefined) setDraft(stored);
  }, [offer, recorder]);
  const change = (next: ReplyDraft) => {
    isTouched.current = true;
    setDraft(next);
  };
  return [draft, change];
}
