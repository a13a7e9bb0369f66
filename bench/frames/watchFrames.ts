import type { Page } from '@playwright/test';

export interface Frames {
  /** Milliseconds from each frame to the next. */
  readonly ms: readonly number[];
  /** Milliseconds of tasks of more than 50 ms, which block the main thread. */
  readonly longTasksMs: readonly number[];
}

/** Records the times of frames; returns a function that stops and gives them. */
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
