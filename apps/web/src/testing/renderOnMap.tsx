import { readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { mapData } from '../features/objects/index.ts';
import { i18n, type Language } from '../i18n/index.ts';
import { followChanges, MapContext, MapController } from '../map/index.ts';
import { DialogHost } from '../ui/dialogs/index.ts';
import { theme } from '../ui/theme/theme.ts';
import { ToastHost } from '../ui/toasts/index.ts';
import { closeToast, visibleToasts } from '../ui/toasts/toasts.ts';
import { givePageABrowser } from './browser.ts';

function speakAtOnce(language: Language): void {
  const path = `${import.meta.dirname}/../../public/assets/i18n/${language}.json`;
  i18n.addTexts(language, JSON.parse(readFileSync(path, 'utf8')));
  i18n.changeLanguage(language);
}

let stopFollowing = (): void => {};

/** Renders parts of the map screen around a real map without a visible element, over the fake server of the test. */
export async function renderOnMap(
  parts: ReactNode,
  { language = 'en' }: { readonly language?: Language } = {},
) {
  givePageABrowser();
  // jsdom has no canvas and would report an error for each swatch.
  HTMLCanvasElement.prototype.getContext = () => null;
  // Removes the toasts of the previous test.
  for (const { id } of visibleToasts.get()) closeToast(id);
  speakAtOnce(language);
  const map = new MapController(mapData, { center: [0, 0], zoom: 10 });
  stopFollowing();
  stopFollowing = followChanges(map);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} env="test">
        <MapContext value={map}>{parts}</MapContext>
        <DialogHost />
        <ToastHost />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { map, queryClient, ...view };
}
