import { expect, type Page } from '@playwright/test';
import { type Language, textIn } from './textIn.ts';

/** Answers the question about unsaved changes. */
export async function answerDiscard(
  page: Page,
  answer: 'Yes' | 'No',
  language: Language = 'en',
): Promise<void> {
  const question = page.getByRole('dialog', { name: textIn(language, 'COMMON.UNSAVED_TITLE') });
  const button = textIn(language, answer === 'Yes' ? 'COMMON.YES' : 'COMMON.NO');
  await question.getByRole('button', { name: button, exact: true }).click();
  await expect(question).toHaveCount(0);
}
