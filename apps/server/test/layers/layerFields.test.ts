import type { Classifier, ClassifierWithChildren } from '@pgis/contract';
import { addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { field, setUpClassifiers } from './setUpClassifiers.ts';

describeOnEachDatabase('fields and filter of a layer', (getDatabase) => {
  const { getWorld, send, get, put, dataOf, lastAudit, newLayer } = setUpClassifiers(getDatabase);

  test('D-CLS-08 FIELD-09: renaming moves the key in objects, rules, labels, filter and views; removing deletes it', async () => {
    const style = (f: string) =>
      JSON.stringify({
        objLabel: `{name} {data.${f}}`,
        labelRules: [{ rule: `data.${f}=Egle`, lineWidth: 2 }, { rule: 'data.height' }],
      });
    const rule = (name: string) => ({ field: name, operator: '=' as const, value: 'x' });
    const id = await newLayer({
      fields: ['species', 'height', 'note'],
      geomStyle: style('species'),
      ruleset: { condition: 'and', rules: [rule('species'), rule('note')] },
    });
    const view = await newLayer({
      sourceId: id,
      geomStyle: style('species'),
      ruleset: { condition: 'and', rules: [rule('height'), rule('species')] },
    });
    const [withData, without] = await addObjects(getDatabase(), [
      { classId: id, data: { species: 'Egle', height: 12, note: 'old', stray: 'kept' } },
      { classId: id, data: { height: null } },
    ]);
    const deleted = await addObject(getDatabase(), { classId: id, data: { species: 'Priede' } });
    await getWorld().t.call({
      method: 'DELETE',
      url: `/api/v1/geoms/${deleted}`,
      headers: getWorld().headersOf('unitAdmin'),
    });
    const body = {
      id,
      name: 'Stands',
      layerFields: [field('tree', 'species'), field('note'), field('added', 'new_field')],
    };
    const saved = await put(body);
    expect(saved.status).toBe(200);
    expect(saved.json.layerFields).toEqual([field('tree'), field('note'), field('added')]);
    expect((await dataOf(withData ?? 0)).data).toEqual({ tree: 'Egle', note: 'old', stray: 'kept' });
    expect((await dataOf(without ?? 0)).data).toEqual({});
    expect((await dataOf(deleted)).data).toEqual({ tree: 'Priede' });
    expect((await dataOf(withData ?? 0)).version).toBe(2);
    const moved = {
      objLabel: '{name} {data.tree}',
      labelRules: [{ rule: 'data.tree=Egle', ruleKey: 'data.species=Egle', lineWidth: 2 }],
    };
    expect(JSON.parse(saved.json.geomStyle)).toEqual(moved);
    expect(saved.json.ruleset?.rules).toEqual([rule('tree'), rule('note')]);
    const storedView = await get(view);
    expect(JSON.parse(storedView.geomStyle)).toEqual(moved);
    expect(storedView.ruleset?.rules).toEqual([rule('tree')]);
    expect(storedView.layerFields).toEqual([field('tree'), field('note'), field('added')]);
    expect((await lastAudit(id)).details).toMatchObject({
      renamedFields: { species: 'tree' },
      removedFields: ['height'],
      changedObjects: 3,
    });
  });

  test('D-CLS-08: two fields that swap their names swap their values', async () => {
    const id = await newLayer({ fields: ['a', 'b'] });
    const object = await addObject(getDatabase(), { classId: id, data: { a: 1, b: 'two' } });
    expect((await put({ id, name: 'L', layerFields: [field('b', 'a'), field('a', 'b')] })).status).toBe(200);
    expect((await dataOf(object)).data).toEqual({ b: 1, a: 'two' });
  });

  test('D-CLS-08 LFLT-04: a filter sent with the new names stays, rules on a removed field go', async () => {
    const id = await newLayer({ fields: ['a', 'b'] });
    const rule = (name: string) => ({ field: name, operator: '!=' as const, value: '' });
    const saved = await put({
      id,
      name: 'L',
      layerFields: [field('c', 'a')],
      ruleset: { condition: 'or', rules: [rule('c'), rule('b'), rule('a')] },
    });
    expect(saved.json.ruleset).toEqual({ condition: 'or', rules: [rule('c'), rule('c')] });
    const unknown = await put({ id, name: 'L', ruleset: { condition: 'or', rules: [rule('nowhere')] } });
    expect(unknown.json.errors).toEqual([{ path: '/ruleset/rules/0/field', code: 'UNKNOWN_FIELD' }]);
  });

  test('D-CLS-08: names are unique without regard to case, 1 to 50 characters, without a leading underscore', async () => {
    const id = await newLayer({ fields: ['a'] });
    const cases: [object[], string][] = [
      [[field('a'), field('A', 'new_field')], '/layerFields/1/name DUPLICATE'],
      [[field('  ', 'a')], '/layerFields/0/name REQUIRED'],
      [[field('x'.repeat(51))], '/layerFields/0/name TOO_LONG'],
      [[field('_page')], '/layerFields/0/name FIELD_NAME'],
      [[field('__proto__')], '/layerFields/0/name NOT_ALLOWED'],
      [[field('constructor')], '/layerFields/0/name NOT_ALLOWED'],
      [[field('b', 'nowhere')], '/layerFields/0/oldValue UNKNOWN_FIELD'],
      [[field('b', 'a'), field('c', 'a')], '/layerFields/1/oldValue DUPLICATE'],
      [[{ ...field('b'), type: 'number' }], '/layerFields/0/type NOT_ALLOWED'],
      [[{ ...field('b'), hint: { kind: 'colour' } }], '/layerFields/0/hint/kind NOT_ALLOWED'],
    ];
    for (const [layerFields, expected] of cases) {
      const { status, json } = await put({ id, name: 'L', layerFields });
      const problem = json.errors?.find(({ path }) => expected.startsWith(`${path} `));
      expect(`${status} ${problem?.path} ${problem?.code}`).toBe(`400 ${expected}`);
    }
    expect((await put({ id, name: 'L', layerFields: [field('x'.repeat(50))] })).status).toBe(200);
    expect((await get(id)).version).toBe(2);
  });

  test('FIELD-11: a field is sent with name, type and oldValue and listed with name and type', async () => {
    const id = await newLayer({ fields: ['height'] });
    const sent = [
      { name: 'girth', type: 'text', oldValue: 'height' },
      { name: 'species', type: 'text', oldValue: 'new_field' },
    ];
    const saved = await put({ id, name: 'L', layerFields: sent });
    const listed = [
      { name: 'girth', type: 'text' },
      { name: 'species', type: 'text' },
    ];
    expect(saved.json.layerFields).toEqual(listed);
    const { json: all } = await send<Classifier[]>('GET', '');
    const { json: groups } = await send<ClassifierWithChildren[]>('GET', '/1/include-children/admin');
    for (const list of [all, groups.flatMap(({ childClassifiers }) => childClassifiers)])
      expect(list.find((one) => one.id === id)?.layerFields).toEqual(listed);
    const wrong = await put({ id, name: 'L', layerFields: [{ name: 'girth', type: 'number' }] });
    expect(wrong.json.errors).toEqual([{ path: '/layerFields/0/type', code: 'NOT_ALLOWED' }]);
  });

  test('LFLT-06: a ruleset is a condition and rules of field, operator and value, and nothing else', async () => {
    const id = await newLayer({ fields: ['a'] });
    const rule = { field: 'a', operator: '!=', value: 'x' };
    for (const condition of ['and', 'or']) {
      const ruleset = { condition, rules: [rule, { ...rule, operator: '=' }] };
      expect((await put({ id, name: 'L', ruleset })).json.ruleset).toEqual(ruleset);
      expect((await get(id)).ruleset).toEqual(ruleset);
    }
    const without = async (name: keyof typeof rule) => {
      const { [name]: _, ...rest } = rule;
      return (await put({ id, name: 'L', ruleset: { condition: 'and', rules: [rest] } })).json.errors;
    };
    for (const name of ['field', 'operator', 'value'] as const)
      expect(await without(name)).toContainEqual({ path: `/ruleset/rules/0/${name}`, code: 'REQUIRED' });
  });

  test('D-CLS-19: a field carries an input hint', async () => {
    const hint = { kind: 'choices', choices: ['good', 'bad'], help: 'As seen from the road' };
    const saved = await put({
      id: await newLayer(),
      name: 'L',
      layerFields: [
        { ...field('state'), hint },
        { ...field('plain'), hint: {} },
      ],
    });
    expect(saved.json.layerFields).toEqual([
      { name: 'state', type: 'text', hint },
      { name: 'plain', type: 'text' },
    ]);
  });

  test('limits: 100 fields, 200 style rules and 100 filter rules go, one more does not', async () => {
    const many = <T>(count: number, make: (i: number) => T) =>
      Array.from({ length: count }, (_, i) => make(i));
    const cases: [string, number, (count: number) => object][] = [
      ['/layerFields', 100, (n) => ({ layerFields: many(n, (i) => field(`f${i}`)) })],
      [
        '/geomStyle/labelRules',
        200,
        (n) => ({ geomStyle: JSON.stringify({ labelRules: many(n, (i) => ({ rule: `data.a=${i}` })) }) }),
      ],
      [
        '/ruleset/rules',
        100,
        (n) => ({
          ruleset: {
            condition: 'and',
            rules: many(n, (i) => ({ field: 'a', operator: '!=', value: `${i}` })),
          },
        }),
      ],
      ['/name', 100, (n) => ({ name: 'n'.repeat(n) })],
      [
        '/geomStyle/objLabel',
        50,
        (n) => ({ geomStyle: JSON.stringify({ objLabel: many(n, () => '{a}').join('') }) }),
      ],
    ];
    for (const [path, max, body] of cases) {
      const id = await newLayer({ fields: ['a'] });
      expect(`${path} ${(await put({ id, name: 'L', ...body(max) })).status}`).toBe(`${path} 200`);
      const { status, json } = await put({ id, name: 'L', ...body(max + 1) });
      expect(`${status} ${json.errors?.[0]?.path} ${json.errors?.[0]?.code}`).toBe(
        `400 ${path} ${path === '/name' ? 'TOO_LONG' : 'TOO_MANY'}`,
      );
    }
  });
});
