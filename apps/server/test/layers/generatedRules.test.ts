import { addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { setUpClassifiers } from './setUpClassifiers.ts';

describeOnEachDatabase('rules made of the values of a field', (getDatabase) => {
  const { send, get, lastAudit, newLayer } = setUpClassifiers(getDatabase);

  test('API-CLS-13 D-CLS-09: rules for the values of a field, the commonest first, with capitalised keys', async () => {
    const id = await newLayer({
      fields: ['kind'],
      geomStyle: '{"lineWidth":3,"fillColor":"rgba(1,2,3,0.42)"}',
    });
    const data = [' Oak', 'oak', 'oak', 'pine', 'Pine', 'ash', ''];
    await addObjects(
      getDatabase(),
      data.map((kind) => ({ classId: id, data: { kind } })),
    );
    const { status, text, headers } = await send('POST', `/${id}/generate-style/kind`, {});
    expect(status).toBe(200);
    expect(String(headers['content-type'])).toContain('application/json');
    const list = JSON.parse(JSON.parse(text) as string) as { LabelRules: Record<string, unknown>[] };
    expect(list.LabelRules.map(({ Rule }) => Rule)).toEqual([
      'data.kind=oak',
      'data.kind=Pine',
      'data.kind',
      'data.kind=ash',
    ]);
    expect(list.LabelRules[0]).toMatchObject({
      LineWidth: 3,
      PointForm: 'none',
      FillColor: expect.stringMatching(/^rgba\(\d+,\d+,\d+,0\.42\)$/),
    });
    expect(new Set(list.LabelRules.map(({ LineColor }) => LineColor)).size).toBe(4);
    expect(await lastAudit(id)).toMatchObject({
      action: 'STYLE_GENERATED',
      details: { field: 'kind', values: 4 },
    });
    expect((await send('POST', `/${id}/generate-style/nowhere`)).json.error).toBe('UNKNOWN_FIELD');
    expect((await get(id)).version).toBe(1);
  });

  test('D-CLS-09 RULE-06: refreshing gives rules for new values only, in colours that no rule has, after the style as it is edited', async () => {
    const id = await newLayer({ fields: ['kind'] });
    await addObjects(
      getDatabase(),
      ['oak', 'Oak', 'pine', 'ash', ''].map((kind) => ({ classId: id, data: { kind } })),
    );
    type Rules = { LabelRules: Record<string, unknown>[] };
    const ask = async (path: string, body: object = {}) => {
      const { text } = await send('POST', `/${id}/${path}/kind`, body);
      return (JSON.parse(JSON.parse(text) as string) as Rules).LabelRules;
    };
    const all = await ask('generate-style');
    expect(all).toHaveLength(4);
    expect((await ask('refresh-style')).map(({ Rule }) => Rule)).toEqual(all.map(({ Rule }) => Rule));

    // Two rules exist: one by hand in its own colour, one as generated. Neither is generated again.
    const made = all.find(({ Rule }) => Rule === 'data.kind=pine');
    const style = {
      lineWidth: 7,
      labelRules: [
        { rule: 'data.kind= OAK', lineColor: 'rgba(1,2,3,1)' },
        { rule: 'data.kind=pine', lineColor: made?.LineColor },
      ],
    };
    const fresh = await ask('refresh-style', { geomStyle: JSON.stringify(style) });
    expect(fresh.map(({ Rule }) => Rule)).toEqual(['data.kind', 'data.kind=ash']);
    const colors = fresh.map(({ LineColor }) => LineColor);
    expect(new Set(colors).size).toBe(2);
    expect(colors).not.toContain(made?.LineColor);
    expect(fresh[0]).toMatchObject({ LineWidth: 7 });
    expect(await lastAudit(id)).toMatchObject({ action: 'STYLE_GENERATED', details: { values: 2 } });
    expect((await get(id)).version).toBe(1);

    const done = { labelRules: ['oak', 'pine', 'ash', ''].map((value) => ({ rule: `data.kind=${value}` })) };
    expect(await ask('refresh-style', { geomStyle: JSON.stringify(done) })).toEqual([]);
    const broken = await send('POST', `/${id}/refresh-style/kind`, { geomStyle: '{"lineWidth":-1}' });
    expect(broken.json.errors).toEqual([{ path: '/geomStyle/lineWidth', code: 'OUT_OF_RANGE' }]);
    expect((await send('POST', `/${id}/refresh-style/nowhere`)).json.error).toBe('UNKNOWN_FIELD');
    // 199 rules for other fields and Default leave no room.
    const full = { labelRules: Array.from({ length: 199 }, (_, i) => ({ rule: `data.other=${i}` })) };
    const tooMany = await send('POST', `/${id}/refresh-style/kind`, { geomStyle: JSON.stringify(full) });
    expect(tooMany.json).toMatchObject({ error: 'GENERATE_TOO_MANY_VALUES', count: 4 });
    expect(tooMany.json.message).toContain(
      '“kind” has too many different values: a rule for each would exceed the limit of 200',
    );
  });

  test('a number within the range of a rule gets no rule of its own', async () => {
    const id = await newLayer({ fields: ['age'] });
    await addObjects(
      getDatabase(),
      ['-1', '0', '5,5', '10', '12', '20', '30', 'old', ''].map((age) => ({ classId: id, data: { age } })),
    );
    const refresh = async (labelRules: object[]) => {
      const { text } = await send('POST', `/${id}/refresh-style/age`, {
        geomStyle: JSON.stringify({ labelRules }),
      });
      const { LabelRules } = JSON.parse(JSON.parse(text) as string) as { LabelRules: { Rule: string }[] };
      return LabelRules.map(({ Rule }) => Rule.replace(/^data\.age=?/, '')).sort();
    };
    const low = { rule: 'data.age=0–10', ruleRange: '[0,10)' };
    const high = { rule: 'data.age=20–', ruleRange: '[20,)' };
    expect(await refresh([low])).toEqual(['', '-1', '10', '12', '20', '30', 'old']);
    expect(await refresh([low, high, { rule: 'data.age=old' }])).toEqual(['', '-1', '10', '12']);
    expect(await refresh([{ ...low, ruleRange: '[,10]' }, high])).toEqual(['', '12', 'old']);
    const conditions = (operator: string, value: string, field = 'age') => ({
      rule: `data.${field}=x`,
      ruleConditions: { condition: 'and', rules: [{ field, operator, value }] },
    });
    expect(await refresh([conditions('between', '5\n20'), conditions('empty', '')])).toEqual([
      ...['-1', '0', '30', 'old'],
    ]);
    expect(await refresh([conditions('notEmpty', '', 'other')])).toHaveLength(9);
    // A range of another field covers nothing here.
    expect(await refresh([{ rule: 'data.other=all', ruleRange: '[,]' }])).toHaveLength(9);
  });

  test('a generated rule does not have the names that Default has in the legend', async () => {
    const id = await newLayer({
      fields: ['kind'],
      geomStyle:
        '{"ruleNameEn":"All other trees","labelRules":[{"rule":"Default","ruleNameLv":"Citi koki"}]}',
    });
    await addObjects(getDatabase(), [{ classId: id, data: { kind: 'oak' } }]);
    const { text } = await send('POST', `/${id}/generate-style/kind`, {});
    const { LabelRules } = JSON.parse(JSON.parse(text) as string) as { LabelRules: object[] };
    expect(LabelRules).toMatchObject([{ Rule: 'data.kind=oak', RuleNameEn: '', RuleNameLv: '' }]);
  });

  test('D-CLS-09: 60 values get rules, 61 do not', async () => {
    const id = await newLayer({ fields: ['kind'] });
    const add = (from: number, to: number) =>
      addObjects(
        getDatabase(),
        Array.from({ length: to - from }, (_, i) => ({ classId: id, data: { kind: `v${from + i}` } })),
      );
    await add(0, 60);
    const { text } = await send('POST', `/${id}/generate-style/kind`);
    expect((JSON.parse(JSON.parse(text) as string) as { LabelRules: unknown[] }).LabelRules).toHaveLength(60);
    await add(60, 61);
    expect((await send('POST', `/${id}/generate-style/kind`)).json).toMatchObject({
      error: 'GENERATE_TOO_MANY_VALUES',
      count: 61,
      message: expect.stringContaining('the limit of 60'),
    });
  });
});
