/**
 * Keeps `--keyboard-inset`: the height in pixels that an on-screen keyboard covers at the bottom of the page. Where the
 * browser makes the page itself smaller (`interactive-widget` in index.html) it stays 0. Returns the way out.
 */
export function followKeyboard(): () => void {
  const seen = window.visualViewport;
  if (!seen) return () => {};
  const measure = () => {
    // Two fingers make what is seen smaller as well; that is no keyboard.
    const coveredPx = seen.scale > 1 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
    document.documentElement.style.setProperty('--keyboard-inset', `${Math.max(0, Math.round(coveredPx))}px`);
  };
  seen.addEventListener('resize', measure);
  seen.addEventListener('scroll', measure);
  return () => {
    seen.removeEventListener('resize', measure);
    seen.removeEventListener('scroll', measure);
  };
}
