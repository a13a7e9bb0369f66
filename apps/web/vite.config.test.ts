// @vitest-environment node
import { getSettings } from '@pgis/contract';
import type { UserConfig } from 'vite';
import { expect, test } from 'vitest';
import { apiUrl } from './src/api/index.ts';
import config from './vite.config.ts';

test('ENV-01: in development the API is called at a local address, else at the address the page came from', () => {
  const proxy = (config as UserConfig).server?.proxy?.['/api'] as { target: string };
  expect(new URL(proxy.target).hostname).toBe('localhost');
  expect(apiUrl(getSettings, {})).toBe('/api/v1/settings');
});
