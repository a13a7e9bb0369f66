import { addShortLink, changeShortLink, type LinkDays, type LinkId } from '@pgis/contract';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/index.ts';

/** The link of the dialog: none for visitors, who share the long link. */
export type ShortLinkState =
  | { readonly kind: 'none' }
  | { readonly kind: 'making' }
  | { readonly kind: 'made'; readonly code: string }
  | { readonly kind: 'failed'; readonly cause: unknown };

interface ShortLinkOptions {
  readonly query: string;
  readonly days: LinkDays | null;
  readonly isAnonymous: boolean;
}

/**
 * Makes a short link once, and changes what it shows when the query or its days change: its code stays. A link that the
 * user had before is left as it is, because it may have been sent already: a change then makes another one.
 */
export function useShortLink({ query, days, isAnonymous }: ShortLinkOptions): ShortLinkState {
  const [state, setState] = useState<ShortLinkState>({ kind: isAnonymous ? 'none' : 'making' });
  const linkId = useRef<LinkId>(null);
  /** Changes follow one another, so that the last one holds. */
  const work = useRef(Promise.resolve());
  useEffect(() => {
    if (isAnonymous) return;
    let isCurrent = true;
    work.current = work.current.then(async () => {
      if (!isCurrent) return;
      try {
        const { code, changeableId } = await save(linkId.current, { address: query, days });
        linkId.current = changeableId;
        if (isCurrent) setState({ kind: 'made', code });
      } catch (cause) {
        if (isCurrent) setState({ kind: 'failed', cause });
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [query, days, isAnonymous]);
  return state;
}

interface LinkContent {
  readonly address: string;
  readonly days: LinkDays | null;
}

async function save(linkId: LinkId | null, body: LinkContent) {
  if (linkId === null) {
    const { id, code, isNew } = await callApi(addShortLink, { body, background: true });
    return { code, changeableId: isNew ? id : null };
  }
  const { id, code } = await callApi(changeShortLink, { params: { linkId }, body, background: true });
  return { code, changeableId: id };
}
