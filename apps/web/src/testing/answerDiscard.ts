import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Answers the question about unsaved changes, and waits until it is closed. */
export async function answerDiscard(person: UserEvent, answer: 'Yes' | 'No'): Promise<void> {
  const question = await screen.findByRole('dialog', { name: 'Unsaved changes' });
  const buttons = within(question);
  await person.click(buttons.getByRole('button', { name: answer }));
  await waitFor(() => {
    if (question.isConnected) throw new Error('the question is still open');
  });
}
