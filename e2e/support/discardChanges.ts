import { expect, type Page } from '@playwright/test';

/** Answers the question about unsaved changes. */
export async function answerDiscard(page: Page, answer: 'Yes' | 'No'): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: answer }).click();
  await expect(question).toHaveCount(0);
}
