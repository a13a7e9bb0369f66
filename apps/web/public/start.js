// Runs before the first paint and before the app has loaded.
(() => {
  // A dark page must never flash white. The app reads the same cookie (pgis_prefs).
  let scheme = 'auto';
  try {
    const cookie = document.cookie.split('; ').find((part) => part.startsWith('pgis_prefs='));
    scheme = JSON.parse(decodeURIComponent(cookie.slice('pgis_prefs='.length))).colorScheme;
  } catch {
    // No cookie yet, or not ours: as the device.
  }
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // Only the map needs its files, and the app would request them after it has been read itself.
  const listed = document.querySelector('meta[name="map-files"]');
  if (listed === null || !location.hash.includes('/dashboard')) return;
  for (const href of listed.content.split(' ')) {
    const link = document.createElement('link');
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    // As Vite requests them, so that nothing is loaded twice.
    Object.assign(link, { crossOrigin: '', href });
    document.head.append(link);
  }
})();
