import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lazy-parts/index.ts';

const OPEN_DELAY_MS = 400;

/** Without a connection a button simply has no tooltip. */
const VisibleTooltip = lazyPart(
  () => import('./VisibleTooltip.tsx'),
  () => null,
);

export const preloadTooltip = VisibleTooltip.preload;

/** Shows the tooltip of the element under the mouse; rendered once in the app. The code of tooltips loads with the first. */
export function TooltipHost() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [label, setLabel] = useState<string>();
  useEffect(() => watchTargets(setTarget), []);
  useEffect(() => watchLabel(target, setLabel), [target]);
  if (target === null || label === undefined) return null;
  const { tooltipPosition = 'top' } = target.dataset;
  return (
    <Suspense>
      <VisibleTooltip
        key={label}
        target={target}
        label={label}
        position={tooltipPosition as 'top' | 'left' | 'right'}
      />
    </Suspense>
  );
}

/** Reports the tooltip of an element, now and when it changes; undefined when the element has none or is gone. */
function watchLabel(target: HTMLElement | null, notify: (label: string | undefined) => void): () => void {
  const report = () => notify(target?.isConnected ? target.dataset.tooltip : undefined);
  report();
  const observer = new MutationObserver(report);
  if (target !== null)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] });
  return () => observer.disconnect();
}

/** Reports the element with a tooltip on which the mouse rests; null when it leaves, presses, or a key is pressed. */
function watchTargets(notify: (target: HTMLElement | null) => void): () => void {
  let current: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    notify(null);
  };
  const follow = ({ target, pointerType }: PointerEvent) => {
    const marked = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
    if (marked === current) return;
    current = marked;
    hide();
    if (marked !== null && pointerType === 'mouse') timer = setTimeout(() => notify(marked), OPEN_DELAY_MS);
  };
  const leavePage = () => {
    current = null;
    hide();
  };
  document.addEventListener('pointerover', follow);
  document.documentElement.addEventListener('pointerleave', leavePage);
  document.addEventListener('pointerdown', hide, true);
  document.addEventListener('keydown', hide, true);
  return () => {
    document.removeEventListener('pointerover', follow);
    document.documentElement.removeEventListener('pointerleave', leavePage);
    document.removeEventListener('pointerdown', hide, true);
    document.removeEventListener('keydown', hide, true);
    clearTimeout(timer);
  };
}
