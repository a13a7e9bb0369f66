/** Flags for a browser that runs as root, without a screen and without network requests of its own. */
export const chromiumFlags: readonly string[] = [
  '--headless',
  // The headless shell does not read the system's setting; with another one its texts differ from those of images.
  '--font-render-hinting=slight',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
