/** Ref of a sheet that covers the foot of the map: the map's controls stand above it. */
export function measureSheet(sheet: HTMLElement | null): (() => void) | undefined {
  if (sheet === null) return undefined;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => root.style.setProperty('--map-sheet', `${sheet.offsetHeight}px`));
  observer.observe(sheet);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--map-sheet');
  };
}
