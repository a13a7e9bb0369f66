import { type ComponentType, createElement, lazy, useCallback, useEffect, useState } from 'react';
import { loadCode, onReconnected } from '../../api/index.ts';
import type { LoadFailureProps } from './LoadFailureProps.ts';
import { DialogLoadFailure, LoadFailureToast } from './LoadFailureToast.tsx';

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

interface ContentProps<P> {
  readonly props: P;
  /** Loads the code once more. */
  readonly onRetry: () => void;
  /** Like `onRetry`, without a new page if that fails, too. */
  readonly onReconnect: () => void;
}

/** The loaded component, or its failure. */
type Content<P> = ComponentType<ContentProps<P>>;

interface FailedPartProps<P> extends ContentProps<P> {
  readonly Failure: ComponentType<LoadFailureProps & P>;
  readonly error: unknown;
}

function FailedPart<P>({ props, onRetry, onReconnect, Failure, error }: FailedPartProps<P>) {
  useEffect(() => onReconnected(onReconnect), [onReconnect]);
  return createElement(Failure, { ...props, error, onRetry });
}

/**
 * Component whose code loads when it is first rendered, like React's `lazy`. If the code cannot be loaded, it shows
 * `Failure`, from which the user tries again; it also tries again by itself when the server can be reached again.
 * `lazy` would keep the error for good.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  Failure: ComponentType<LoadFailureProps & P> = LoadFailureToast,
) {
  const show =
    (component: ComponentType<P>): Content<P> =>
    ({ props }) =>
      createElement(component, props);
  const fail =
    (error: unknown): Content<P> =>
    (content) =>
      createElement(FailedPart<P>, { ...content, Failure, error });

  let pending: Promise<{ readonly default: Content<P> }> | null = null;
  let settled: Content<P> | null = null;
  let hasFailed = false;
  const start = () => {
    pending ??= loadCode(load)
      .then(
        (module) => show(module.default),
        (error: unknown) => {
          hasFailed = true;
          return fail(error);
        },
      )
      .then((content) => {
        settled = content;
        return { default: content };
      });
    return pending;
  };
  let Pending = lazy(start);
  const forgetFailure = () => {
    if (!hasFailed) return;
    hasFailed = false;
    pending = null;
    settled = null;
    Pending = lazy(start);
  };
  const loadAgain = () => {
    forgetFailure();
    return start();
  };
  const retry = async () => {
    const content = await loadAgain();
    if (!hasFailed || !(await canReachServer())) return content;
    // The network may have returned since, which a new page would answer by losing what is open.
    const second = await loadAgain();
    // Browsers may remember that a module failed. With the server in reach only a new page helps then.
    if (hasFailed) window.location.reload();
    return second;
  };
  function Part(props: P) {
    // Code that is there already is rendered at once: `lazy` would show the fallback for a moment.
    const [content, setContent] = useState<Content<P>>(() => settled ?? Pending);
    const onRetry = useCallback(() => void retry().then((next) => setContent(() => next.default)), []);
    const onReconnect = useCallback(
      () => void loadAgain().then((next) => setContent(() => next.default)),
      [],
    );
    // A part that is opened again loads again.
    useEffect(() => forgetFailure, []);
    return createElement(content, { props, onRetry, onReconnect });
  }
  /** Loads the code ahead of need; a failure is only reported when the part is rendered. */
  Part.preload = async (): Promise<void> => {
    await start();
    forgetFailure();
  };
  return Part;
}

/** Dialog whose code loads when it is opened. If the code cannot be loaded, dismissing the message closes the dialog. */
export const lazyDialog = <P extends { readonly onClose: () => void }>(load: Load<P>) =>
  lazyPart<P>(load, DialogLoadFailure);

async function canReachServer(): Promise<boolean> {
  try {
    await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
