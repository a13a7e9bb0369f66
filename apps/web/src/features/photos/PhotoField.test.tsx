import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { PhotoField } from './PhotoField.tsx';
import { usePhotos } from './usePhotos.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Field() {
  const photos = usePhotos();
  return (
    <>
      <PhotoField photos={photos} note="" />
      {photos.isBusy && 'busy'}
      <output>{photos.list.map(({ file }) => `${file.name} ${file.type}`).join()}</output>
    </>
  );
}

async function choose(file: File) {
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} });
  await renderOnMap(<Field />);
  const person = userEvent.setup({ applyAccept: false });
  await person.upload(screen.getByLabelText('Choose from gallery'), file);
}

test('a HEIC photo that the browser does not decode is sent as it is, and says who can open it', async () => {
  await choose(new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }));
  expect(await screen.findByText(/only staff can open it/)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('IMG_1.HEIC image/heic');
});

test('while a HEIC photo is converted the list is busy; photos chosen meanwhile count', async () => {
  let end = () => {};
  HTMLImageElement.prototype.decode = () => new Promise((_, reject) => (end = () => reject(new Error())));
  await choose(new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }));
  expect(await screen.findByText('busy')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
  const others = Array.from({ length: 10 }, (_, i) => new File(['x'], `${i}.jpg`, { type: 'image/jpeg' }));
  await userEvent.upload(screen.getByLabelText('Choose from gallery'), others);
  expect(screen.getByText('busy')).toBeTruthy();
  end();
  expect(await screen.findByText('A report takes up to 10 photos.')).toBeTruthy();
  expect(screen.queryByText('busy')).toBeNull();
  expect(screen.getByRole('status').textContent?.split(',')).toHaveLength(10);
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

test('a HEIC photo that the browser decodes becomes a JPEG for everybody', async () => {
  HTMLImageElement.prototype.decode = async () => {};
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type) =>
    give(new Blob(['y'], { type: type ?? '' })),
  );
  await choose(new File(['x'], 'IMG_1.HEIC', { type: '' }));
  await expect.poll(() => screen.getByRole('status').textContent).toBe('IMG_1.jpg image/jpeg');
  expect(screen.queryByRole('alert')).toBeNull();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});
