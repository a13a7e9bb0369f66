import { afterEach, expect, test, vi } from 'vitest';
import { openDialogs } from '../dialogs/dialogs.ts';
import { addChangedForm, mayDiscardWork, mayEndSession } from './openWork.ts';

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});
const aForm = (isStored: boolean) => {
  const draft = { isStored, end: vi.fn() };
  leaves.push(addChangedForm({ dialog: null, draft }));
  return draft;
};
function answer(yes: boolean): void {
  const [dialog] = openDialogs.get();
  if (dialog?.kind !== 'confirmation') throw new Error('there is no question');
  dialog.answer(yes);
}

test('the end of a session asks nothing about a form whose draft is stored, and leaves the draft', async () => {
  const draft = aForm(true);
  expect(await mayEndSession()).toBe(true);
  expect(openDialogs.get()).toEqual([]);
  expect(draft.end).not.toHaveBeenCalled();
});

test('the end of a session asks about a form whose draft the browser does not store', async () => {
  const [stored, lost] = [aForm(true), aForm(false)];
  const asked = mayEndSession();
  answer(true);
  expect(await asked).toBe(true);
  expect(lost.end).toHaveBeenCalled();
  expect(stored.end).not.toHaveBeenCalled();
});

test('whoever discards the changes discards the draft, and nobody else does', async () => {
  const draft = aForm(true);
  const kept = mayDiscardWork();
  answer(false);
  expect(await kept).toBe(false);
  expect(draft.end).not.toHaveBeenCalled();
  const discarded = mayDiscardWork();
  answer(true);
  expect(await discarded).toBe(true);
  expect(draft.end).toHaveBeenCalled();
});
