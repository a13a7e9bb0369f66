import { type ClassifierSettings, limits } from '@pgis/contract';
import { describe, expect, test } from 'vitest';
import { defaultValues, type TreeNodeValues } from './TreeNodeValues.ts';
import { type Basis, toValues } from './toValues.ts';

const fields = (...names: string[]) => names.map((name) => ({ name, type: 'text' as const }));
const rule = (field: string) => ({ field, operator: '=' as const, value: 'x' });
const filterOn = (...names: string[]) => ({ condition: 'and' as const, rules: names.map(rule) });

const stored: TreeNodeValues = {
  ...defaultValues,
  parentId: 20,
  name: 'Trees',
  description: 'Old',
  zoomFrom: 5,
  zoomTo: 9,
  zIndex: 3,
  serverside: true,
  allowPublicRegistration: true,
  showAfterReview: true,
  showDefault: true,
  allObjectsPublic: true,
  geomStyle: '{"objLabel":"{state}"}',
  caseLayer: { dueDays: 5, days: 'calendar' },
  layerFields: fields('state', 'kind'),
  ruleset: filterOn('state'),
};
const basis: Basis = { kind: 'layer', stored, displayName: 'Trees', companyLanguage: 'en' };

const request = (body: Partial<ClassifierSettings>, changes: Partial<Basis> = {}) =>
  toValues({ name: 'Trees', ...body }, { ...basis, ...changes });
/** Returns the columns that the settings change. */
const changesOf = (body: Partial<ClassifierSettings>, changes: Partial<Basis> = {}) => {
  const requested = request(body, changes);
  if ('problems' in requested) throw new Error(JSON.stringify(requested.problems));
  const before: Record<string, unknown> = { ...(changes.stored ?? stored) };
  return Object.fromEntries(Object.entries(requested.values).filter(([key, value]) => value !== before[key]));
};
const problemsOf = (body: Partial<ClassifierSettings>, changes: Partial<Basis> = {}) => {
  const requested = request(body, changes);
  return 'problems' in requested ? requested.problems.map(({ path, code }) => `${path} ${code}`) : [];
};

describe('D-API-02: a setting that is missing stays, one that is sent is taken', () => {
  test('nothing but the name is sent', () => {
    const { ruleset, ...others } = changesOf({});
    expect(others).toEqual({});
    expect(ruleset).toEqual(stored.ruleset);
  });

  test.each<[keyof TreeNodeValues, Partial<ClassifierSettings>]>([
    ['description', { description: '' }],
    ['zoomFrom', { zoomFrom: null }],
    ['zoomTo', { zoomTo: null }],
    ['zIndex', { zIndex: 0 }],
    ['serverside', { serverside: false }],
    ['showAfterReview', { showAfterReview: false }],
    ['showDefault', { showDefault: false }],
    ['allObjectsPublic', { allObjectsPublic: null }],
    ['geomStyle', { geomStyle: '' }],
    ['density', { density: { kind: 'clusters', zoomTo: 9 } }],
    ['caseLayer', { caseLayer: null }],
    ['ruleset', { ruleset: null }],
  ])('%s', (name, body) => {
    const changes = changesOf({ ruleset: null, ...body }, { stored: { ...stored, ruleset: null } });
    expect(changes).toEqual(name === 'ruleset' ? {} : { ...body });
    if (name === 'ruleset') expect(changesOf(body)).toEqual(body);
  });

  test('closing a layer to the public takes the review with it', () => {
    expect(problemsOf({ allowPublicRegistration: false })).toEqual(['/showAfterReview NOT_ALLOWED']);
    expect(changesOf({ allowPublicRegistration: false, showAfterReview: false, ruleset: null })).toEqual({
      allowPublicRegistration: false,
      showAfterReview: false,
      ruleset: null,
    });
    // A view follows its source, which decides about the review.
    expect(problemsOf({ allowPublicRegistration: false }, { lockedFields: stored.layerFields })).toEqual([]);
  });

  test('D-CLS-07: a layer whose objects nobody may see is not open', () => {
    expect(problemsOf({ allObjectsPublic: false })).toEqual(['/allowPublicRegistration HIDDEN_OBJECTS']);
    const closed = { allObjectsPublic: false, allowPublicRegistration: false, showAfterReview: false };
    expect(problemsOf(closed)).toEqual([]);
  });
});

describe('D-CLS-15: names', () => {
  const names = { lv: 'Koki' };
  const asRead = { en: 'Trees', lv: 'Koki' };
  const namesOf = (body: Partial<ClassifierSettings>, before: object) => {
    const requested = request(body, {
      kind: 'group',
      stored: { ...stored, ...before },
      displayName: 'Koki',
      language: 'lv',
    });
    return 'values' in requested ? [requested.values.name, requested.values.names] : undefined;
  };

  test.each<[string, Partial<ClassifierSettings>, object, unknown]>([
    ['a name without translations', { name: 'Oaks' }, {}, ['Oaks', {}]],
    ['the shown one again', { name: 'Koki' }, { names }, ['Trees', names]],
    [
      'the shown one again, without a translation',
      { name: 'Koki' },
      { names: { ru: 'Деревья' } },
      ['Trees', { ru: 'Деревья' }],
    ],
    ['another is the one that the reader sees', { name: 'Ozoli' }, { names }, ['Trees', { lv: 'Ozoli' }]],
    ['which may be the company’s', { name: 'Oaks' }, { names: { ru: 'Дубы' } }, ['Oaks', { ru: 'Дубы' }]],
    [
      'the names as they were read, with another',
      { name: 'Oaks', names: asRead },
      { names },
      ['Oaks', names],
    ],
    ['the same, with the shown one', { name: 'Koki', names: asRead }, { names }, ['Trees', names]],
    [
      'other names, of which the company’s is the name',
      { names: { en: ' Oaks ', lv: 'Ozoli', ru: ' ' } },
      {},
      ['Oaks', { lv: 'Ozoli' }],
    ],
    [
      'names without the company’s, and the shown name',
      { name: 'Koki', names: { lv: 'Ozoli' } },
      {},
      ['Trees', { lv: 'Ozoli' }],
    ],
    [
      'names without the company’s, and a new name',
      { name: 'Oaks', names: { lv: 'Ozoli' } },
      {},
      ['Oaks', { lv: 'Ozoli' }],
    ],
    ['no other name any more', { name: 'Oaks', names: {} }, { names }, ['Oaks', {}]],
  ])('%s', (_, body, before, expected) => {
    expect(namesOf(body, before)).toEqual(expected);
  });
});

describe('D-CLS-08: fields', () => {
  const renamed = [
    { name: 'condition', type: 'text' as const, oldValue: 'state' },
    { name: 'kind', type: 'text' as const },
  ];

  test('style and filter follow a renamed field, and so do the objects', () => {
    expect(changesOf({ layerFields: renamed })).toEqual({
      layerFields: fields('condition', 'kind'),
      geomStyle: '{"objLabel":"{data.condition}"}',
      ruleset: filterOn('condition'),
    });
    expect(request({ layerFields: renamed })).toMatchObject({
      moves: { renamed: new Map([['state', 'condition']]), removed: new Set() },
    });
    expect(request({})).toMatchObject({ moves: { renamed: new Map(), removed: new Set() } });
  });

  test('a filter and a style that were edited with the fields mean the new names', () => {
    const swapped = [
      { name: 'kind', type: 'text' as const, oldValue: 'state' },
      { name: 'state', type: 'text' as const, oldValue: 'kind' },
    ];
    expect(
      changesOf({ layerFields: swapped, ruleset: filterOn('kind'), geomStyle: '{"objLabel":"{kind}"}' }),
    ).toEqual({
      layerFields: fields('kind', 'state'),
      ruleset: filterOn('kind'),
      geomStyle: '{"objLabel":"{kind}"}',
    });
    expect(changesOf({ layerFields: swapped })).toMatchObject({ ruleset: filterOn('kind') });
  });

  test('a filter names fields of the layer; a stored one may stay', () => {
    expect(problemsOf({ ruleset: filterOn('kind', 'age') })).toEqual([
      '/ruleset/rules/1/field UNKNOWN_FIELD',
    ]);
    const old = { ...stored, ruleset: filterOn('age') };
    expect(problemsOf({ ruleset: filterOn('age', 'kind') }, { stored: old })).toEqual([]);
    expect(problemsOf({ ruleset: filterOn('age') }, { stored: { ...stored, ruleset: null } })).toEqual([
      '/ruleset/rules/0/field UNKNOWN_FIELD',
    ]);
  });

  test('values of a new filter suit their operators; a stored filter may stay', () => {
    const ruleset = {
      condition: 'or' as const,
      rules: [
        { field: 'kind', operator: '=' as const, value: '' },
        { field: 'kind', operator: '<' as const, value: 'tall' },
        { field: 'kind', operator: 'between' as const, value: '2\n1' },
      ],
    };
    expect(problemsOf({ ruleset })).toEqual([
      '/ruleset/rules/1/value WRONG_FORMAT',
      '/ruleset/rules/2/value BELOW_START',
    ]);
    expect(problemsOf({ ruleset }, { stored: { ...stored, ruleset } })).toEqual([]);
  });

  test('refused fields and styles are named', () => {
    expect(problemsOf({ layerFields: [{ name: 'x', type: 'text', oldValue: 'y' }] })).toEqual([
      '/layerFields/0/oldValue UNKNOWN_FIELD',
    ]);
    expect(problemsOf({ geomStyle: '{' })).toEqual(['/geomStyle INVALID_JSON']);
    expect(problemsOf({ geomStyle: '{' }, { stored: { ...stored, geomStyle: '{' } })).toEqual([]);
  });

  test('D-CLS-05: a view has the fields of its source and stores none', () => {
    const lockedFields = fields('state', 'kind');
    const view = { lockedFields, stored: { ...stored, layerFields: [] } };
    const sameFields = lockedFields.map((field) => ({ ...field }));
    const { ruleset, layerFields, ...others } = changesOf({ layerFields: sameFields }, view);
    // Cases belong to the source, too.
    expect([ruleset, layerFields, others]).toEqual([stored.ruleset, [], { caseLayer: null }]);
    expect(problemsOf({ layerFields: renamed }, view)).toEqual(['/layerFields NOT_ALLOWED']);
    expect(problemsOf({ layerFields: fields('state') }, view)).toEqual(['/layerFields NOT_ALLOWED']);
    expect(problemsOf({ ruleset: filterOn('kind') }, view)).toEqual([]);
    const swapped = [
      { name: 'state', type: 'text' as const, oldValue: 'kind' },
      { name: 'kind', type: 'text' as const, oldValue: 'state' },
    ];
    expect(problemsOf({ layerFields: swapped }, view)).toEqual(['/layerFields NOT_ALLOWED']);
  });
});

describe('D-CLS-08: the field that a heat map weighs by', () => {
  const heatBy = (weightField: string) => ({ kind: 'heat', weight: 'field', weightField }) as const;
  const before = { stored: { ...stored, density: heatBy('state') } };
  const renamed = [{ name: 'condition', type: 'text', oldValue: 'state' } as const, ...fields('kind')];
  const densityOf = (body: Partial<ClassifierSettings>) => changesOf(body, before).density;

  test('follows its new name, and may be sent with it', () => {
    expect(densityOf({})).toEqual(heatBy('state'));
    expect(densityOf({ layerFields: renamed })).toEqual(heatBy('condition'));
    expect(densityOf({ layerFields: renamed, density: heatBy('condition') })).toEqual(heatBy('condition'));
    expect(densityOf({ layerFields: renamed, density: heatBy('kind') })).toEqual(heatBy('kind'));
  });

  test('is a field of the layer', () => {
    expect(problemsOf({ density: heatBy('colour') })).toEqual(['/density/weightField UNKNOWN_FIELD']);
    expect(problemsOf({ density: heatBy('kind') })).toEqual([]);
    expect(problemsOf({ density: { kind: 'heat' } })).toEqual([]);
  });
});

describe('D-CLS-13: zoom levels', () => {
  test.each([
    [{ zoomFrom: 0, zoomTo: limits.maxZoom }, []],
    [{ zoomFrom: 7, zoomTo: 7 }, []],
    [{ zoomFrom: 8, zoomTo: 7 }, ['/zoomTo BELOW_START']],
    [{ zoomFrom: null, zoomTo: 1 }, []],
    [{ zoomFrom: 9, zoomTo: null }, []],
    [{ zoomFrom: -1 }, ['/zoomFrom OUT_OF_RANGE']],
    [{ zoomTo: limits.maxZoom + 1 }, ['/zoomTo OUT_OF_RANGE']],
    [{ zoomFrom: limits.maxZoom + 1 }, ['/zoomFrom OUT_OF_RANGE']],
    [{ zoomFrom: 10 }, ['/zoomTo BELOW_START']],
    [{ zoomTo: 4 }, ['/zoomTo BELOW_START']],
  ])('%j', (body, problems) => {
    expect(problemsOf(body)).toEqual(problems);
  });

  test('stored ones may stay', () => {
    const odd = { stored: { ...stored, zoomFrom: 40, zoomTo: 30 } };
    expect(problemsOf({}, odd)).toEqual([]);
    expect(problemsOf({ zoomFrom: 40, zoomTo: 30 }, odd)).toEqual([]);
    expect(problemsOf({ zoomTo: 31 }, odd)).toEqual(['/zoomTo OUT_OF_RANGE']);
  });
});

describe('rows that are no layers', () => {
  test('a status has a type, `open` when none is given', () => {
    const typeOf = (body: Partial<ClassifierSettings>, before: Partial<TreeNodeValues> = {}) => {
      const requested = request(body, { kind: 'status', stored: { ...stored, ...before } });
      return 'values' in requested ? requested.values.statusType : undefined;
    };
    expect(typeOf({})).toBe('open');
    expect(typeOf({ statusType: 'closed' })).toBe('closed');
    expect(typeOf({}, { statusType: 'fixed' })).toBe('fixed');
  });

  test('a group takes a name and a description, and no type', () => {
    expect(
      changesOf({ name: 'Oaks', description: 'New', statusType: 'open', zIndex: 9 }, { kind: 'group' }),
    ).toEqual({
      name: 'Oaks',
      description: 'New',
    });
    expect(changesOf({}, { kind: 'group' })).toEqual({});
  });
});
