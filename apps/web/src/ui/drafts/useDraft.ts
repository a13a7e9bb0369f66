import { useEffect, useState } from 'react';
import { DraftRecorder } from './DraftRecorder.ts';

interface DraftOptions<Content> {
  /** Name of the form among the user's forms, such as `object 12`. */
  readonly form: string;
  /** Content to store; another object after each change and the same one until then. Never a password. */
  readonly content: Content;
  /** True if the form holds something that saving would store. */
  readonly isChanged: boolean;
  /** True if the form was opened with the newest draft in it. */
  readonly isContinued?: boolean;
}

/** Stores the content of a form in the browser for as long as it is not saved (docs/decisions/0040). */
export function useDraft<Content>(options: DraftOptions<Content>): DraftRecorder<Content> {
  const { form, content, isChanged, isContinued = false } = options;
  const [recorder] = useState(() => new DraftRecorder<Content>(form, isContinued));
  useEffect(() => {
    void recorder.open();
    // A hidden tab may be closed by the system without another event.
    const flush = () => recorder.flush();
    document.addEventListener('visibilitychange', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [recorder]);
  useEffect(() => recorder.record(content, isChanged), [recorder, content, isChanged]);
  return recorder;
}
