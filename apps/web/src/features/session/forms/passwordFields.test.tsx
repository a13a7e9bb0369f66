import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
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

test.each([
  ['123456789', 'short', 0],
  ['x'.repeat(129), 'long', 0],
  ['ten chars.', 'good', 1],
])('D-SESS-07: a new password %s is %s and is sent %i times', async (password, _, times) => {
  const onSave = vi.fn(async () => {});
  await renderOnMap(<NewPasswordForm title="New" text="" needsOldPassword={false} onSave={onSave} />);
  const user = userEvent.setup();
  for (const field of fieldsOf()) {
    await user.click(field);
    await user.paste(password);
  }
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
  const isInvalid = () => fieldsOf()[0]?.getAttribute('aria-invalid');
  await vi.waitFor(() => expect([isInvalid(), onSave.mock.calls.length]).toEqual([`${times === 0}`, times]));
});
