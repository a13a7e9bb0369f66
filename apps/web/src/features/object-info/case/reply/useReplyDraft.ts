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
export function useReplyDraft(objectId: number) {
  const [draft, setDraft] = useState(noDraft);
  const [isSending, setSending] = useState(false);
  const recorder = useDraft({
    form: `reply ${objectId}`,
    content: draft,
    isChanged: draft.content !== '' && !isSending,
  });
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
  /**
   * Removes the stored draft while the reply is being sent and stores it again if that fails, also when the box has been
   * closed meanwhile. Returns true if the reply was sent.
   */
  const send = async (sending: Promise<unknown>): Promise<boolean> => {
    setSending(true);
    recorder.record(draft, false);
    try {
      await sending;
      setDraft(noDraft);
      return true;
    } catch {
      // The user is told by the mutation.
      recorder.record(draft, true);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { draft, isSending, change, send };
}

export type ReplyDraftState = ReturnType<typeof useReplyDraft>;
