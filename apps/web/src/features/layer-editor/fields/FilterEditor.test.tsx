import { useForm } from '@mantine/form';
import type { Operator } from '@pgis/conditions';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import type { LayerForm } from '../form/useTreeNodeForm.ts';
import FilterEditor from './FilterEditor.tsx';

afterEach(cleanup);

const filterWith = (operator: Operator) => ({
  condition: 'and' as const,
  rules: [{ fieldKey: 'age', operator, value: '7' }],
});
const fields = [
  { key: 'age', name: 'age', names: {}, storedName: 'age', hint: {}, schema: null, hasStoredSchema: false },
];

function Editor() {
  const form = useForm({ initialValues: { fields, filter: filterWith('=') } }) as unknown as LayerForm;
  return (
    <>
      <FilterEditor form={form} isReadOnly={false} />
      <button type="button" onClick={() => form.setFieldValue('filter', filterWith('<'))}>
        Take the other version
      </button>
    </>
  );
}

test('LFLT-02: a filter that arrives later with another comparison offers all of them', async () => {
  await renderOnMap(<Editor />);
  expect(screen.getByRole('button', { name: 'More comparisons' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take the other version' }));
  expect(screen.queryByRole('button', { name: 'More comparisons' })).toBeNull();
});
