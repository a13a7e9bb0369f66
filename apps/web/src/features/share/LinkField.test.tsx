import { cleanup, screen } from '@testing-library/react';
import { act, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { LinkField } from './LinkField.tsx';

afterEach(cleanup);

let arrive = (_link: string): void => {};
function LateLink() {
  const [link, setLink] = useState('');
  arrive = setLink;
  return <LinkField label="Link" link={link} isCopiedAtOnce={false} />;
}

const selected = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0);

test('a link that arrives late is selected if the field has the focus', async () => {
  await renderOnMap(<LateLink />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
  act(() => field.focus());
  act(() => arrive('https://map.example/#/s/abc'));
  expect(selected(field)).toBe('https://map.example/#/s/abc');
  act(() => field.blur());
  field.setSelectionRange(0, 0);
  act(() => arrive('https://map.example/#/s/def'));
  expect(selected(field)).toBe('');
});
