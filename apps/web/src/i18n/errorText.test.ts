import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ApiError } from '../api/index.ts';
import { errorText } from './errorText.ts';
import { i18n } from './i18n.ts';

const source = join(import.meta.dirname, '..');

test('INFO-11: the message of an error is no text for users, so nothing but the console reads it', () => {
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) =>
      /\b(?:cause|error|err|failure|exception)\??\.message\b/.test(readFileSync(join(source, path), 'utf8')),
    );
  expect(readers).toEqual([]);
});

test('INFO-11: an error has the words of the server, and without them those of its code', async () => {
  i18n.addTexts('en', { ERROR: 'Error', ERRORS: { NO_CONNECTION: 'No server' } });
  i18n.changeLanguage('en');
  const lost = new ApiError({ code: 'NO_CONNECTION', status: 0 });
  const refused = new ApiError({ code: 'FORBIDDEN', status: 403, message: 'Only on weekdays' });
  // An API without its web part answers codes.
  const wordless = new ApiError({ code: 'NO_CONNECTION', status: 503, message: 'NO_CONNECTION' });
  expect([lost, refused, wordless, new Error('x')].map((cause) => errorText(i18n.t, cause))).toEqual([
    'No server',
    'Only on weekdays',
    'No server',
    'Error',
  ]);
});
