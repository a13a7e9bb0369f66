import type { Classifier, ClassifierWithChildren, ErrorBody } from '@pgis/contract';
import {
  type ActorCompany,
  type ActorKind,
  addGroup,
  addLayer,
  addObject,
  describeOnEachDatabase,
} from '@pgis/testkit';
import { beforeAll, expect, test } from 'vitest';
import { startCompanyWorld } from '../companies/CompanyWorld.ts';

type Requester = Exclude<ActorKind, 'disabled'> | 'foreigner' | 'visitor';
const outsiders = ['visitor', 'foreigner'] as const;

describeOnEachDatabase('reading classifiers', (getDatabase) => {
  const world = startCompanyWorld(getDatabase);
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const database = getDatabase();
    const { own, foreign } = world;
    const group = (company: ActorCompany, unitId: number, name: string, position: number) =>
      addGroup(database, { companyId: company.companyId, unitId, name, position });
    ids.roads = await group(own, own.units.roads, 'Roads', 2);
    ids.forests = await group(own, own.units.forests, 'Forests', 1);
    ids.empty = await group(own, own.units.roads, 'Empty', 3);
    ids.secretGroup = await group(own, own.units.forests, 'Secret group', 4);
    ids.foreignGroup = await group(foreign, foreign.units.roads, 'Foreign group', 0);
    ids.open = await addLayer(database, {
      groupId: ids.roads,
      name: 'Open',
      fields: ['state'],
      allowPublicRegistration: true,
      position: 2,
    });
    ids.mixed = await addLayer(database, {
      groupId: ids.roads,
      name: 'Mixed',
      fields: ['width'],
      position: 1,
    });
    ids.internal = await addLayer(database, {
      groupId: ids.roads,
      name: 'Internal',
      allObjectsPublic: false,
      position: 3,
    });
    ids.trees = await addLayer(database, { groupId: ids.forests, name: 'Trees', allObjectsPublic: true });
    ids.secret = await addLayer(database, {
      groupId: ids.secretGroup,
      name: 'Secret',
      allObjectsPublic: false,
    });
    ids.foreignPublic = await addLayer(database, { groupId: ids.foreignGroup, name: 'Foreign public' });
    ids.foreignSecret = await addLayer(database, {
      groupId: ids.foreignGroup,
      name: 'Foreign secret',
      allObjectsPublic: false,
    });
  });

  const get = <T = Classifier[]>(
    path: string,
    requester: Requester = 'visitor',
    more: Record<string, string> = {},
  ) =>
    world.t.call<T & ErrorBody>({
      method: 'GET',
      url: `/api/v1/classifiers${path}`,
      headers: { ...world.headers[requester === 'foreigner' ? 'foreign' : requester], ...more },
    });
  const single = async (id: number | undefined, requester: Requester = 'moduleAdmin') =>
    (await get<Classifier>(`/single/${id}`, requester)).json;
  /** Tells rows of this test's two companies from those of other suites in the same database. */
  const isOurs = ({ companyId }: { companyId: number }) =>
    [world.own.companyId, world.foreign.companyId].includes(companyId);
  /** Group and layer names as `Group: layer, layer`. */
  const outline = (groups: readonly ClassifierWithChildren[]) =>
    groups
      .filter(isOurs)
      .map(({ name, childClassifiers }) =>
        [name, childClassifiers.map((child) => child.name).join(', ')].join(': '),
      );

  test('API-CLS-02 DATA-12 DATA-14 DATA-15 D-CLS-17 D-CLS-18: one layer with everything it has', async () => {
    const geomStyle = '{ "lineWidth":3,\n  "objLabel": "{name}", "unknown":[1, 2] }';
    const ruleset = {
      condition: 'or' as const,
      rules: [{ field: 'a', operator: '!=' as const, value: 'x' }],
    };
    const id = await addLayer(getDatabase(), {
      groupId: ids.empty ?? 0,
      name: 'Whole',
      fields: ['a', 'b'],
      ruleset,
      geomStyle,
      allObjectsPublic: true,
      allowPublicRegistration: true,
      zoomFrom: 5,
      zoomTo: 18.5,
      zIndex: 4,
    });
    expect(await single(id, 'writer')).toEqual({
      id,
      id1: ids.empty,
      kind: 'layer',
      sourceId: null,
      companyId: world.own.companyId,
      unitId: world.own.units.roads,
      name: 'Whole',
      names: { en: 'Whole' },
      companyLanguage: 'en',
      description: '',
      checked: false,
      zoomFrom: 5,
      zoomTo: 18.5,
      zIndex: 4,
      serverside: false,
      allowPublicRegistration: true,
      showAfterReview: false,
      blurPositions: false,
      showDefault: false,
      allObjectsPublic: true,
      geomStyle,
      density: { kind: 'asIs' },
      caseLayer: null,
      layerFields: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text' },
      ],
      ruleset,
      statusType: null,
      canAdd: true,
      canEdit: true,
      canManage: false,
      version: 1,
      kinds: [],
    });
    await getDatabase().db.deleteFrom('classifiers').where('id', '=', id).execute();
  });

  test('D-CLS-01 DATA-16 DATA-17: the system’s three rows, in the reader’s language, nobody’s to change', async () => {
    const names = { en: 'Comment statuses', ru: 'Статусы комментариев', lv: 'Komentāru statusi' };
    for (const [language, name] of Object.entries(names)) {
      const { json } = await get<Classifier>('/single/3', 'moduleAdmin', { 'accept-language': language });
      expect(json).toMatchObject({
        id: 3,
        id1: 2,
        kind: 'statusGroup',
        name,
        canEdit: false,
        canManage: false,
      });
    }
    expect(await single(1)).toMatchObject({ id: 1, id1: null, kind: 'root', ruleset: null, canEdit: false });
    expect(await single(2)).toMatchObject({
      id: 2,
      id1: null,
      kind: 'root',
      ruleset: null,
      canManage: false,
    });
  });

  test('API-CLS-14 API-CLS-16 D-CLS-02 D-CLS-15: the children of 2 and 3; statuses are the own company’s', async () => {
    const groups = await get('/2', 'reader');
    expect(groups.json.map(({ id }) => id)).toEqual([3]);
    const { json } = await get('/3', 'reader', { 'accept-language': 'ru' });
    expect(json.map(({ name, statusType }) => `${name} ${statusType}`)).toEqual([
      'Новое open',
      'На рассмотрении open',
      'Запланировано open',
      'В работе open',
      'Выполнено fixed',
      'Отклонено closed',
      'Не в нашем ведении closed',
      'Повтор closed',
    ]);
    expect(new Set(json.map(({ companyId }) => companyId))).toEqual(new Set([world.own.companyId]));
  });

  test('API-CLS-01: all that the caller may see, flat: roots, groups, layers, statuses', async () => {
    const namesFor = async (requester: Requester) => {
      const { json } = await get('', requester);
      return json
        .filter((row) => isOurs(row) && row.kind !== 'status')
        .map(({ name }) => name)
        .sort();
    };
    const visibleToAll = ['Foreign group', 'Foreign public', 'Forests', 'Mixed', 'Open', 'Roads', 'Trees'];
    expect(await namesFor('visitor')).toEqual(visibleToAll);
    const ofOwn = [...visibleToAll, 'Empty', 'Internal', 'Secret', 'Secret group'].sort();
    for (const requester of ['nobody', 'reader', 'writer', 'unitAdmin', 'moduleAdmin'] as const)
      expect([requester, await namesFor(requester)]).toEqual([requester, ofOwn]);
    expect(await namesFor('foreigner')).toEqual([...visibleToAll, 'Foreign secret'].sort());
    const { json } = await get('');
    expect(json.slice(0, 3).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('API-CLS-03 DATA-16: the groups of 1, and the layers of a group, each in their order', async () => {
    const groups = await get('/1', 'moduleAdmin');
    expect(groups.json.filter(isOurs).map(({ name }) => name)).toEqual([
      'Forests',
      'Roads',
      'Empty',
      'Secret group',
      'Foreign group',
    ]);
    expect(new Set(groups.json.map(({ id1 }) => id1))).toEqual(new Set([1]));
    const layers = await get(`/${ids.roads}`, 'reader');
    expect(layers.json.map(({ name }) => name)).toEqual(['Mixed', 'Open', 'Internal']);
    expect((await get(`/${ids.open}`, 'reader')).json).toEqual([]);
  });

  const outlines: Record<'visitor' | 'nobody' | 'reader' | 'moduleAdmin', string[]> = {
    visitor: ['Forests: Trees', 'Roads: Mixed, Open', 'Foreign group: Foreign public'],
    nobody: ['Forests: Trees', 'Roads: Mixed, Open', 'Foreign group: Foreign public'],
    reader: ['Forests: Trees', 'Roads: Mixed, Open, Internal', 'Foreign group: Foreign public'],
    moduleAdmin: [
      'Forests: Trees',
      'Roads: Mixed, Open, Internal',
      'Secret group: Secret',
      'Foreign group: Foreign public',
    ],
  };
  for (const path of ['/layers', '/1/include-children'])
    test.each(Object.entries(outlines))(
      `API-CLS-04 API-CLS-06 API-CLS-15 D-CLS-04 D-PERM-03: ${path} lists for %s what the map shows`,
      async (requester, expected) => {
        const { status, json } = await get<ClassifierWithChildren[]>(path, requester as Requester);
        expect(status).toBe(200);
        expect(outline(json)).toEqual(expected);
      },
    );

  test('API-CLS-05 D-CLS-04: the admin’s list has what the map hides: empty groups, layers without show rights', async () => {
    const { json } = await get<ClassifierWithChildren[]>('/1/include-children/admin', 'unitAdmin');
    expect(outline(json)).toEqual([
      'Forests: Trees',
      'Roads: Mixed, Open, Internal',
      'Empty: ',
      'Secret group: Secret',
      'Foreign group: Foreign public',
    ]);
    const visitor = await get('/1/include-children/admin');
    expect([visitor.status, visitor.json.error]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  test.each(outsiders)(
    'D-PERM-06 D-CLS-07: what %s may not see answers like what is not there',
    async (requester) => {
      const hidden =
        requester === 'visitor'
          ? [ids.internal, ids.secretGroup, ids.empty, ids.foreignSecret]
          : [ids.internal, ids.secret];
      for (const path of ['/single/%', '/%', '/%/include-children']) {
        const texts = [];
        for (const id of [...hidden, 2 ** 40]) {
          const { status, text, json } = await get(path.replace('%', `${id}`), requester);
          texts.push(`${status} ${text.replace(json.requestId, '')}`);
        }
        expect(new Set(texts).size).toBe(1);
        expect(texts[0]).toMatch(/^404 .*NOT_FOUND/);
      }
    },
  );

  test('D-PERM-01 PERM-10 D-CLS-17: canAdd, canEdit and canManage follow the standing in the unit', async () => {
    const flags = async (id: number | undefined, requester: Requester) => {
      const { canAdd, canEdit, canManage } = await single(id, requester);
      return [canAdd, canEdit, canManage].map(Number).join('');
    };
    const table: Record<string, Record<string, string>> = {
      open: {
        visitor: '100',
        foreigner: '100',
        nobody: '100',
        reader: '100',
        writer: '110',
        unitAdmin: '111',
        moduleAdmin: '111',
      },
      mixed: {
        visitor: '000',
        foreigner: '000',
        nobody: '000',
        reader: '000',
        writer: '110',
        unitAdmin: '111',
        moduleAdmin: '111',
      },
      trees: { visitor: '000', writer: '000', unitAdmin: '000', moduleAdmin: '111' },
      roads: { visitor: '000', reader: '000', writer: '000', unitAdmin: '111', moduleAdmin: '111' },
      forests: { unitAdmin: '000', moduleAdmin: '111' },
    };
    for (const [name, expected] of Object.entries(table))
      for (const [requester, value] of Object.entries(expected))
        expect([name, requester, await flags(ids[name], requester as Requester)]).toEqual([
          name,
          requester,
          value,
        ]);
    const statusId = (await get('/3', 'reader')).json[0]?.id;
    for (const [requester, value] of Object.entries({
      reader: '000',
      writer: '010',
      unitAdmin: '011',
      moduleAdmin: '011',
    }))
      expect([requester, await flags(statusId, requester as Requester)]).toEqual([requester, value]);
    for (const [requester, value] of Object.entries({
      visitor: '000',
      reader: '000',
      writer: '100',
      unitAdmin: '100',
    }))
      expect([requester, await flags(3, requester as Requester)]).toEqual([requester, value]);
    for (const [requester, value] of Object.entries({ writer: '000', unitAdmin: '100', moduleAdmin: '100' }))
      expect([requester, await flags(1, requester as Requester)]).toEqual([requester, value]);
  });

  test('D-CLS-05: a view has its own name, filter, style and visibility, and the source’s fields and kinds', async () => {
    const ruleset = {
      condition: 'and' as const,
      rules: [{ field: 'state', operator: '=' as const, value: 'x' }],
    };
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ kinds: 5 })
      .where('id', '=', ids.open ?? 0)
      .execute();
    const id = await addLayer(getDatabase(), {
      groupId: ids.forests ?? 0,
      sourceId: ids.open ?? 0,
      name: 'View',
      ruleset,
      geomStyle: '{"lineWidth":9}',
      allObjectsPublic: true,
    });
    expect(await single(id, 'writer')).toMatchObject({
      sourceId: ids.open,
      name: 'View',
      unitId: world.own.units.forests,
      layerFields: [{ name: 'state', type: 'text' }],
      kinds: ['point', 'polygon'],
      ruleset,
      geomStyle: '{"lineWidth":9}',
      allObjectsPublic: true,
      // Objects belong to the source's unit, the view to its own.
      canAdd: true,
      canEdit: false,
    });
    // The source is open to visitors, the view is not.
    expect((await single(id, 'visitor')).canAdd).toBe(false);
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect((await get(`/single/${id}`, 'moduleAdmin')).status).toBe(404);
  });

  test('a layer whose group or source is deleted is not there', async () => {
    const database = getDatabase();
    const remove = (id: number) =>
      database.db.updateTable('classifiers').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    const group = await addGroup(database, { companyId: world.own.companyId, unitId: world.own.units.roads });
    const layer = await addLayer(database, { groupId: group });
    await remove(group);
    expect((await get(`/single/${layer}`, 'moduleAdmin')).status).toBe(404);
    const source = await addLayer(database, { groupId: ids.empty ?? 0 });
    const view = await addLayer(database, { groupId: ids.empty ?? 0, sourceId: source });
    await remove(source);
    expect((await get(`/single/${view}`, 'moduleAdmin')).status).toBe(404);
    await remove(view);
  });

  test('API-CLS-06 D-OBJ-14: with an object filter only the layers that show an object which passes it', async () => {
    const database = getDatabase();
    await addObject(database, { classId: ids.open ?? 0, data: { state: 'Damaged' } });
    await addObject(database, { classId: ids.mixed ?? 0, data: { width: 'damaged too' }, isPublic: false });
    const listed = async (query: string, requester: Requester = 'visitor') =>
      outline((await get<ClassifierWithChildren[]>(`/layers?${query}`, requester)).json);
    expect(await listed(`_class=${ids.open}&_field=state&_value=DAMAGE`)).toEqual(['Roads: Open']);
    expect(await listed(`_field=state&_value=damage`)).toEqual(['Roads: Open']);
    expect(await listed(`_class=${ids.open}&_field=state&_value=fine`)).toEqual([]);
    expect(await listed(`_class=${ids.mixed}&_field=width&_value=damage`)).toEqual([]);
    expect(await listed(`_class=${ids.mixed}&_field=width&_value=damage`, 'reader')).toEqual([
      'Roads: Mixed',
    ]);
    // OFLT-04: half a filter is none.
    for (const query of ['', '_field=state', '_value=x', `_class=${ids.open}&_field=state&_value=%20`])
      expect(await listed(query)).toEqual(outlines.visitor);
  });

  test.each([
    [
      'UNKNOWN_FIELD',
      'a field that the layer does not have',
      () => `_class=${ids.open}&_field=width&_value=x`,
      'query/_field',
      'UNKNOWN_FIELD',
    ],
    [
      'UNKNOWN_FIELD',
      'a field that no layer has',
      () => '_field=nothing&_value=x',
      'query/_field',
      'UNKNOWN_FIELD',
    ],
    [
      'VALIDATION',
      'a layer not to be seen',
      () => `_class=${ids.secret}&_field=state&_value=x`,
      'query/_class',
      'UNKNOWN_LAYER',
    ],
    [
      'VALIDATION',
      'a layer that is not there',
      () => `_class=${2 ** 40}&_field=state&_value=x`,
      'query/_class',
      'UNKNOWN_LAYER',
    ],
    ['VALIDATION', 'an unknown key', () => '_fields=state', 'query/_fields', 'UNKNOWN_PROPERTY'],
  ])('D-OBJ-14: %s for %s', async (error, _, query, path, code) => {
    const { status, json } = await get(`/layers?${query()}`);
    expect([status, json.error, json.errors]).toEqual([400, error, [{ path, code }]]);
  });
});
