import { vi } from 'vitest';

let widthPx = 1440;
const changes = new EventTarget();

/** The width against which media queries such as `(max-width: 991.98px)` are evaluated. */
const matchesWidth = (query: string): boolean => {
  const limit = /max-width: ([\d.]+)px/.exec(query)?.[1];
  return limit !== undefined && widthPx <= Number(limit);
};

/** Adds what jsdom lacks: media queries on a width that tests set, observers, fonts and scrolling. */
export function givePageABrowser(): void {
  window.matchMedia = (query) =>
    ({
      media: query,
      get matches() {
        return matchesWidth(query);
      },
      addEventListener: (_: string, listener: EventListener) => changes.addEventListener('change', listener),
      removeEventListener: (_: string, listener: EventListener) =>
        changes.removeEventListener('change', listener),
    }) as MediaQueryList;
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // Text areas that grow measure again when a font arrives.
  if (document.fonts === undefined)
    Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  window.scrollTo = vi.fn() as typeof window.scrollTo;
  Element.prototype.scrollTo = vi.fn() as typeof Element.prototype.scrollTo;
  Element.prototype.scrollIntoView = vi.fn() as typeof Element.prototype.scrollIntoView;
}

export function setScreenWidth(px: number): void {
  widthPx = px;
  changes.dispatchEvent(new Event('change'));
}
