import { vi } from 'vitest';
import { defaultLanguage, i18n } from '../i18n/index.ts';
import { forgetSettings } from '../settings/index.ts';
import { setScreenWidth } from './browser.ts';

// Test files of a worker share its page: each starts with an empty one, whatever the file before it left behind.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
document.body.replaceChildren();
Reflect.deleteProperty(document, 'fonts');
setScreenWidth(1440);
i18n.changeLanguage(defaultLanguage);
forgetSettings();
localStorage.clear();
sessionStorage.clear();
for (const cookie of document.cookie.split('; ')) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no CookieStore.
  document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
}
