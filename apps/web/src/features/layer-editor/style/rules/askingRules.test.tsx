import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../../../../testing/fakeServer.ts';
import { newLayer } from '../../form/LayerValues.ts';
import { useLayerForm } from '../../form/useTreeNodeForm.ts';
import { addRule, selectRule } from '../draft/changeStyle.ts';
import { openStyle } from '../draft/StyleDraft.ts';
import { useStyleEditor } from '../draft/useStyleEditor.ts';
import { useGenerate } from './useGenerate.ts';
import { useRefresh } from './useRefresh.ts';

vi.mock('../../../../ui/dialogs/index.ts', () => ({ confirm: async () => true }));

const server = startFakeServer();
beforeEach(() => server.reset());
afterEach(cleanup);

const kind = {
  key: 'stored-0',
  name: 'kind',
  names: {},
  storedName: 'kind',
  hint: {},
  schema: null,
  hasStoredSchema: false,
};
const answer = JSON.stringify({
  LabelRules: ['oak', 'ash'].map((value) => ({ Rule: `data.kind=${value}`, LineColor: 'rgba(7,7,7,1)' })),
});

const queryClient = new QueryClient();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

/** The panel with one rule, asking the server; `reply` lets the answer come. */
function openPanel(call: 'generate-style' | 'refresh-style') {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.on(`POST /api/v1/classifiers/11/${call}/kind`, async () => {
    await promise;
    return { body: answer };
  });
  const style = openStyle(JSON.stringify({ labelRules: [{ rule: 'data.kind=elm', lineWidth: 5 }] }));
  const { result } = renderHook(
    () => {
      const form = useLayerForm({ ...newLayer('en'), fields: [kind], style });
      const editor = useStyleEditor(form, false);
      return { form, editor, ...useRefresh(editor, 11), ...useGenerate(editor, 11) };
    },
    { wrapper },
  );
  const sent = () => waitFor(() => expect(server.sent).toHaveLength(1));
  return { now: () => result.current, reply: resolve, sent };
}
const rulesOf = ({ editor }: ReturnType<ReturnType<typeof openPanel>['now']>) =>
  editor.draft.rules.map(({ rule, lineWidth }) => `${rule} ${lineWidth ?? ''}`.trim());

test('RULE-06: what is edited while new rules are asked for stays, and no rule comes twice', async () => {
  const { now, reply, sent } = openPanel('refresh-style');
  const asked = now().refresh('kind');
  await sent();
  act(() => now().editor.change(selectRule(now().editor.draft, 0)));
  act(() => now().editor.setProperty('lineWidth', 8));
  act(() => now().editor.change(addRule(now().editor.draft, 'kind', 'ash')));
  reply();
  await act(async () => expect(await asked).toBeNull());
  expect(rulesOf(now())).toEqual(['data.kind=elm 8', 'data.kind=ash 8', 'data.kind=oak']);
});

test('RULE-12 RULE-13: rules are replaced by generated ones, but for what was edited meanwhile; Default keeps its edits', async () => {
  const { now, reply, sent } = openPanel('generate-style');
  const asked = now().generate('kind', undefined);
  await sent();
  act(() => now().editor.setProperty('lineWidth', 3));
  act(() => now().editor.change(addRule(now().editor.draft, 'kind', 'ash')));
  act(() => now().editor.setProperty('lineWidth', 9));
  reply();
  await act(async () => expect(await asked).toBeNull());
  expect(rulesOf(now())).toEqual(['data.kind=oak 3', 'data.kind=ash 9']);
  expect(now().editor.draft).toMatchObject({ selected: 'default', fallback: { lineWidth: 3 } });
});

test('D-CLS-08: of a field that was removed meanwhile no rules come', async () => {
  const { now, reply, sent } = openPanel('refresh-style');
  const asked = now().refresh('kind');
  await sent();
  act(() => now().form.setFieldValue('fields', []));
  reply();
  await act(async () => expect(await asked).toBeNull());
  expect(rulesOf(now())).toEqual(['data.kind=elm 5']);
});
