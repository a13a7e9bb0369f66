import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { i18n } from '../i18n/index.ts';
import { wireLanguage } from './wireLanguage.ts';

test('a first answer that is on its way when the language changes does not stay', async () => {
  const client = new QueryClient();
  wireLanguage(client, 'en');
  const answers: ((name: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['layers'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  i18n.changeLanguage('lv');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('Koki');
  answers[0]?.('Trees');
  await vi.waitFor(() => expect(client.getQueryData(['layers'])).toBe('Koki'));
  await client.cancelQueries();
  expect(client.getQueryData(['layers'])).toBe('Koki');
  stop();
  client.clear();
  i18n.changeLanguage('en');
});
