/**
 * Sets `--keyboard-inset`, the height in pixels that an on-screen keyboard covers at the bottom of the page. It stays
 * 0 where the browser makes the page itself smaller (`interactive-widget` in index.html). Returns a function that
 * stops it.
 */
export function followKeyboard(): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const measure = () => {
    // Pinch zoom shrinks the visual viewport too; that is no keyboard.
    const coveredPx = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    document.documentElement.style.setProperty('--keyboard-inset', `${Math.max(0, Math.round(coveredPx))}px`);
  };
  viewport.addEventListener('resize', measure);
  viewport.addEventListener('scroll', measure);
  return () => {
    viewport.removeEventListener('resize', measure);
    viewport.removeEventListener('scroll', measure);
  };
}
