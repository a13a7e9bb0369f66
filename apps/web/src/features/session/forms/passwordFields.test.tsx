import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { SignInForm } from './SignInForm.tsx';

afterEach(cleanup);

const fieldsOf = () => [...document.querySelectorAll<HTMLInputElement>('input[autocomplete*="password"]')];

test('fields of passwords hide what is typed, take what is pasted and tell password managers what they are', async () => {
  await renderOnMap(<SignInForm isDemo={false} onSignedIn={() => {}} onForgot={() => {}} />);
  const [password] = fieldsOf();
  if (password === undefined) throw new Error('no field');
  expect([password.type, password.autocomplete]).toEqual(['password', 'current-password']);
  const user = userEvent.setup();
  await user.click(password);
  await user.paste('correct horse');
  expect(password.value).toBe('correct horse');
  await user.click(screen.getByRole('button', { name: 'Show or hide the password' }));
  expect(password.type).toBe('text');
  cleanup();
  await renderOnMap(<NewPasswordForm title="New" text="" needsOldPassword onSave={async () => {}} />);
  expect(fieldsOf().map(({ type, autocomplete }) => [type, autocomplete])).toEqual([
    ['password', 'current-password'],
    ['password', 'new-password'],
    ['password', 'new-password'],
  ]);
});
