// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pendingRequests } from '../api/index.ts';
import { speakEnglish } from '../testing/speakEnglish.ts';
import { BusySpinner } from './BusySpinner.tsx';

beforeEach(async () => {
  await speakEnglish();
  vi.useFakeTimers();
  render(<BusySpinner />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function begin() {
  let end = (): void => {};
  act(() => {
    end = pendingRequests.begin();
  });
  return end;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const isShown = () => screen.getByRole('status').textContent === 'Loading…';

test('SPIN-01 SPIN-02: a spinner is shown while requests are pending', () => {
  const endFirst = begin();
  const endSecond = begin();
  pass(200);
  expect(isShown()).toBe(true);
  act(endFirst);
  expect(isShown()).toBe(true);
  act(endSecond);
  expect(isShown()).toBe(false);
});

test('an answer within 200 ms shows no spinner, and the next request starts from 0', () => {
  const end = begin();
  pass(199);
  expect(isShown()).toBe(false);
  act(end);
  const endNext = begin();
  pass(199);
  expect(isShown()).toBe(false);
  act(endNext);
});
