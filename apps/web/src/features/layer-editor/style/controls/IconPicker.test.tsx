import { searchIcons } from '@pgis/cartography/icons';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderOnMap } from '../../../../testing/renderOnMap.tsx';
import { IconPicker } from './IconPicker.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('STYLE-10 STYLE-11: the icons scroll to the selected one after 200 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const picker = (
    <IconPicker
      label="Icon"
      value="fa-warehouse"
      isMixed={false}
      error={undefined}
      isDisabled={false}
      onChange={() => {}}
    />
  );
  await renderOnMap(picker);
  const scrollTo = vi.fn();
  screen.getByRole('listbox').scrollTo = scrollTo;
  vi.advanceTimersByTime(199);
  expect(scrollTo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  const row = searchIcons('').findIndex(({ className }) => className === 'fa-warehouse');
  // An element without a width holds one icon of 40 px in a row; the selected one is in the middle of 200 px.
  expect(row).toBeGreaterThan(5);
  expect(scrollTo.mock.calls).toEqual([[{ top: row * 40 - 80 }]]);
});
