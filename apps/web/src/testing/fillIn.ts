import type { UserEvent } from '@testing-library/user-event';

/** Clicks an input and pastes the text: typing draws a large dialog again for each letter. */
export async function fillIn(user: UserEvent, input: Element, text: string): Promise<void> {
  await user.click(input);
  await user.paste(text);
}
