import type { Page } from '@playwright/test';

export interface Frames {
  /** From each frame to the next. */
  readonly ms: readonly number[];
  /** Tasks of more than 50 ms in which nothing else could happen. */
  readonly longTasksMs: readonly number[];
}

/** Notes when frames are shown; returns what ends it. */
export async function watchFrames(page: Page): Promise<() => Promise<Frames>> {
  await page.evaluate(() => {
    const watch = { ms: [] as number[], longTasksMs: [] as number[], isOver: false };
    Object.assign(window, { frameWatch: watch });
    const observer = new PerformanceObserver((list) => {
      watch.longTasksMs.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'longtask' });
    let last = 0;
    const note = (now: number) => {
      if (last > 0) watch.ms.push(now - last);
      last = now;
      if (watch.isOver) observer.disconnect();
      else requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  return () =>
    page.evaluate(() => {
      const { frameWatch } = window as unknown as { frameWatch: Frames & { isOver: boolean } };
      frameWatch.isOver = true;
      return frameWatch;
    });
}
