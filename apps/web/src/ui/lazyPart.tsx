import { type ComponentType, createElement, use, useCallback, useEffect, useState } from 'react';
import { ApiError } from '../api/index.ts';
import { errorText, useTexts } from '../i18n/index.ts';
import { closeToast, showToast } from './toasts/index.ts';

export interface LoadFailureProps {
  readonly error: unknown;
  /** Loads the code once more. */
  readonly onRetry: () => void;
}

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;
type Outcome<P> = { readonly component: ComponentType<P> } | { readonly error: unknown };

/**
 * Component whose code loads when it is first rendered, like React's `lazy`. If the code cannot be loaded, it shows
 * `Failure`, from which the user tries again; `lazy` would keep the error for good.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  Failure: ComponentType<LoadFailureProps> = LoadFailureToast,
) {
  let pending: Promise<Outcome<P>> | null = null;
  let settled: Outcome<P> | null = null;
  const start = (): Promise<Outcome<P>> => {
    pending ??= load()
      .then<Outcome<P>, Outcome<P>>(
        (module) => ({ component: module.default }),
        (cause: unknown) => ({ error: new ApiError({ code: 'NO_CONNECTION', status: 0 }, { cause }) }),
      )
      .then((outcome) => {
        settled = outcome;
        return outcome;
      });
    return pending;
  };
  const forgetFailure = () => {
    if (settled === null || !('error' in settled)) return;
    pending = null;
    settled = null;
  };
  const retry = async () => {
    forgetFailure();
    // Browsers may remember that a module failed. With the server in reach only a new page helps then.
    if ('error' in (await start()) && (await canReachServer())) window.location.reload();
  };
  function Part(props: P) {
    const [, setAttempt] = useState(0);
    const onRetry = useCallback(() => void retry().then(() => setAttempt((count) => count + 1)), []);
    // A part that is opened again loads again.
    useEffect(() => forgetFailure, []);
    const outcome = settled ?? use(start());
    return 'component' in outcome
      ? createElement(outcome.component, props)
      : createElement(Failure, { error: outcome.error, onRetry });
  }
  Part.preload = async (): Promise<void> => void (await start());
  return Part;
}

async function canReachServer(): Promise<boolean> {
  try {
    await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** Reports that a part of the page could not be loaded, and leaves the rest of the page alone. */
function LoadFailureToast({ error, onRetry }: LoadFailureProps) {
  const { t } = useTexts();
  useEffect(() => {
    const id = showToast({
      kind: 'error',
      message: errorText(t, error),
      action: { label: t('COMMON.RETRY'), onAct: onRetry },
    });
    return () => closeToast(id);
  }, [t, error, onRetry]);
  return null;
}
