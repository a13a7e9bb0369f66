import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import MultiFileSelector from './MultiFileSelector.tsx';
import { type PendingFiles, usePendingFiles } from './usePendingFiles.ts';

afterEach(cleanup);

let files: PendingFiles;
function Selector({ onUpload }: { readonly onUpload?: () => void }) {
  files = usePendingFiles();
  return <MultiFileSelector files={files} {...(onUpload && { onUpload })} />;
}

async function renderSelector(onUpload?: () => void) {
  await renderOnMap(<Selector {...(onUpload && { onUpload })} />);
  const user = userEvent.setup();
  const add = async (file: File, description = '') => {
    await user.upload(screen.getByLabelText(/^Choose files/), file);
    if (description !== '') await user.type(screen.getByLabelText('Description of the file'), description);
    await user.click(screen.getByRole('button', { name: 'Add' }));
  };
  return { user, add };
}

const notes = new File(['a'], 'notes.txt', { type: 'text/plain' });
const waiting = () => files.pending.map(({ file, description }) => [file.name, description]);

test('ATT-01: files are chosen, described, added, listed and removed', async () => {
  const { user, add } = await renderSelector();
  await add(notes, '  What was said  ');
  await add(new File(['b'], 'plan.pdf'));
  expect(waiting()).toEqual([
    ['notes.txt', 'What was said'],
    ['plan.pdf', ''],
  ]);
  const list = within(screen.getByRole('list', { name: 'Files to upload' }));
  expect(list.getByText('What was said')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Remove plan.pdf' }));
  expect(waiting()).toEqual([['notes.txt', 'What was said']]);
});

test('a selected photo is shown before it is added', async () => {
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} });
  const { user } = await renderSelector();
  const choose = screen.getByLabelText(/^Choose files/);
  await user.upload(choose, new File(['a'], 'hole.jpg', { type: 'image/jpeg' }));
  expect(choose.parentElement?.querySelector('img')?.src).toBe('blob:photo');
  await user.upload(choose, notes);
  expect(choose.parentElement?.querySelector('img')).toBeNull();
});

test('ATT-07: the description of a removed file goes with it', async () => {
  const { user, add } = await renderSelector();
  await add(notes, 'Old words');
  await user.click(screen.getByRole('button', { name: 'Remove notes.txt' }));
  expect(screen.queryByText('Old words')).toBeNull();
  await add(notes);
  expect(waiting()).toEqual([['notes.txt', '']]);
});

test('ATT-02: the button that uploads is there only where somebody wants it', async () => {
  await renderSelector();
  expect(screen.queryByRole('button', { name: 'Upload files' })).toBeNull();
  cleanup();
  const onUpload = vi.fn();
  const { user } = await renderSelector(onUpload);
  await user.click(screen.getByRole('button', { name: 'Upload files' }));
  expect(onUpload).toHaveBeenCalledTimes(1);
});

test('ATT-04 ATT-05 ATT-06: what cannot be added is reported in a toast, and nothing is added', async () => {
  const { user, add } = await renderSelector();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Choose a file first')).toBeTruthy();
  const large = new File([''], 'large.bin');
  Object.defineProperty(large, 'size', { value: 100_000_001 });
  await add(large);
  expect(await screen.findByText('Files can be up to 100 MB')).toBeTruthy();
  expect(waiting()).toEqual([]);
  await add(notes);
  await add(new File(['other'], 'notes.txt'));
  expect(await screen.findByText('A file with this name is already in the list')).toBeTruthy();
  expect(waiting()).toEqual([['notes.txt', '']]);
});
