// Runs before the first paint, so that a dark page never flashes white. The app reads the same cookie (pgis_prefs).
(() => {
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
})();
