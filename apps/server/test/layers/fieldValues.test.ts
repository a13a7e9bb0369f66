import type { ErrorBody, FieldValues } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { loadPoints, setUpClassifiers } from './setUpClassifiers.ts';

describeOnEachDatabase('values of a field with their counts', (getDatabase) => {
  const { getWorld, send, newLayer } = setUpClassifiers(getDatabase);
  const read = (id: number, field = 'kind') =>
    send<FieldValues & ErrorBody>('GET', `/${id}/field-values?field=${field}`);
  const layerWith = async (values: readonly (string | number | null)[], more = {}) => {
    const id = await newLayer({ fields: ['kind'], ...more });
    await addObjects(
      getDatabase(),
      values.map((kind) => ({ classId: id, data: { kind } })),
    );
    return id;
  };

  test('values come with their counts, the most frequent first, spelled as most objects have them', async () => {
    const id = await layerWith([' Oak', 'oak', 'oak', 'pine', 'Pine', 'ash', '', null]);
    const { status, json } = await read(id);
    expect(status).toBe(200);
    expect(json).toEqual({
      ...{ objects: 8, empty: 2, distinct: 3, numbers: [] },
      values: [
        { value: 'oak', count: 3 },
        { value: 'Pine', count: 2 },
        { value: 'ash', count: 1 },
      ],
    });
  });

  test('numbers are counted in their order, texts beside them are not', async () => {
    const id = await layerWith(['10', '9,5', 9.5, ' -2 ', 0.30000000000000004, '10 m', '1e3']);
    expect((await read(id)).json).toMatchObject({
      ...{ objects: 7, empty: 0, distinct: 7 },
      numbers: [
        { from: -2, to: -2, count: 1, sum: -2 },
        { from: 0.30000000000000004, to: 0.30000000000000004, count: 1, sum: 0.30000000000000004 },
        { from: 9.5, to: 9.5, count: 2, sum: 19 },
        { from: 10, to: 10, count: 1, sum: 10 },
      ],
    });
  });

  test('D-CLS-05 D-CLS-06: a view counts the objects that its ruleset lets through', async () => {
    const ruleset = {
      condition: 'and' as const,
      rules: [{ field: 'kind', operator: '!=' as const, value: 'ash' }],
    };
    const id = await layerWith(['oak', 'ash', 'ash'], { ruleset });
    expect((await read(id)).json).toMatchObject({ objects: 1, values: [{ value: 'oak', count: 1 }] });
  });

  test('200 values are listed and 1 000 numbers one by one; beyond, steps hold about equally many objects', async () => {
    const { listed, steps } = limits.fieldValues;
    const id = await layerWith(Array.from({ length: steps }, (_, i) => i));
    const all = (await read(id)).json;
    expect(all.distinct).toBe(steps);
    expect(all.values).toHaveLength(listed);
    expect(all.numbers).toHaveLength(steps);
    await addObjects(
      getDatabase(),
      Array.from({ length: steps + 500 }, (_, i) => ({ classId: id, data: { kind: steps + i } })),
    );
    const { objects, numbers } = (await read(id)).json;
    expect(objects).toBe(2 * steps + 500);
    expect(numbers).toHaveLength(steps);
    expect(numbers.reduce((sum, { count }) => sum + count, 0)).toBe(objects);
    expect(Math.max(...numbers.map(({ count }) => count))).toBe(3);
    expect(numbers[0]).toEqual({ from: 0, to: 2, count: 3, sum: 3 });
    expect(numbers.every(({ from }, i) => i === 0 || from === (numbers[i - 1]?.to ?? 0) + 1)).toBe(true);
  });

  test('a field that the layer does not have is refused, and readers may not ask', async () => {
    const id = await newLayer({ fields: ['kind'] });
    expect((await read(id, 'nowhere')).json.error).toBe('UNKNOWN_FIELD');
    const asReader = await send('GET', `/${id}/field-values?field=kind`, undefined, { as: 'reader' });
    expect(asReader.status).toBe(403);
  });

  test('D-CLS-10: the label of an object is that of the range in which its number lies', async () => {
    const rule = (rule: string, ruleRange: string, objLabel: string) => ({ rule, ruleRange, objLabel });
    const geomStyle = JSON.stringify({
      objLabel: 'other',
      labelRules: [rule('data.kind=0–5', '[0,5)', 'low'), rule('data.kind=5–9', '[5,9]', 'high')],
    });
    const values = ['0', '4,99', '5', '9', '9.1', '-1', '', 'five', '1e0'];
    const id = await layerWith(values, { geomStyle, allObjectsPublic: true });
    const { json } = await loadPoints<{ features: { data: { kind: string }; objectMapLabel: string }[] }>(
      getWorld().t,
      id,
    );
    const labels = new Map(json.features.map(({ data, objectMapLabel }) => [data.kind, objectMapLabel]));
    expect(values.map((value) => labels.get(value))).toEqual([
      ...['low', 'low', 'high', 'high'],
      ...Array.from({ length: 5 }, () => 'other'),
    ]);
  });
});
