// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startFakeServer } from '../testing/fakeServer.ts';
import { speak, useTexts } from './index.ts';

const server = startFakeServer();

function Word() {
  return <p>{useTexts().t('COMMON.YES')}</p>;
}

test('I18N-01: what is drawn before the texts are there speaks English as soon as they come', async () => {
  server.on('GET /assets/i18n/en.json', () => ({ text: '{"COMMON":{"YES":"Yes"}}' }));
  render(<Word />);
  screen.getByText('COMMON.YES');
  await speak('en');
  expect((await screen.findByText('Yes')).tagName).toBe('P');
});
