import {
  type ActorCompany,
  addActors,
  addGroup,
  addLayer,
  addObject,
  describeOnEachDatabase,
} from '@pgis/testkit';
import { beforeAll, expect, test } from 'vitest';
import type { UserActor } from '../../src/access/Actor.ts';
import { getEditableLayer } from '../../src/layers/getEditableLayer.ts';
import { listLayersById, listLayersShowing } from '../../src/layers/listLayersById.ts';
import { addTreeNode } from '../../src/layers/tree/addTreeNode.ts';
import { commandAuthor } from '../../src/layers/tree/auditTreeNode.ts';
import { listTreeNodes } from '../../src/layers/tree/listTreeNodes.ts';
import { countObjects, countTreeNodes, removeTreeNode } from '../../src/layers/tree/removeTreeNode.ts';
import { defaultValues } from '../../src/layers/tree/TreeNodeValues.ts';
import {
  insertTreeNode,
  markTreeNodeDeleted,
  readValues,
  unmarkTreeNodeDeleted,
  updatePositions,
  updateRules,
  updateTreeNodeRow,
} from '../../src/layers/tree/writeTreeNode.ts';
import { markDeleted } from '../../src/objects/writeObject.ts';

const author = commandAuthor('test');

describeOnEachDatabase('rows of the tree', (getDatabase) => {
  let own: ActorCompany;
  let foreign: ActorCompany;
  beforeAll(async () => {
    own = await addActors(getDatabase(), 'Own company');
    foreign = await addActors(getDatabase(), 'Foreign company');
  });

  const newGroup = (company = own, name = 'Group', unitId = company.units.roads) =>
    addGroup(getDatabase(), { companyId: company.companyId, unitId, name });
  const newLayer = (groupId: number, settings: object = {}) =>
    addLayer(getDatabase(), { groupId, ...settings });
  const rowOf = (id: number) =>
    getDatabase().db.selectFrom('classifiers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const listIds = async (companyId: number | undefined, among: readonly number[]) =>
    (await listTreeNodes(getDatabase().db, { companyId, language: 'en' }))
      .map(({ id }) => id)
      .filter((id) => among.includes(id));

  test('a new row stands behind its siblings, deleted ones not counted', async () => {
    const { db } = getDatabase();
    const groupId = await newGroup();
    const add = (name: string) =>
      addTreeNode(db, author, {
        companyId: own.companyId,
        kind: 'layer',
        parentId: groupId,
        settings: { name },
      });
    const [first, second] = [await add('First'), await add('Second')];
    const positionsOf = async (ids: readonly number[]) => {
      const positions = [];
      for (const id of ids) positions.push((await rowOf(id)).position);
      return positions;
    };
    expect(await positionsOf([first, second])).toEqual([1, 2]);
    await markTreeNodeDeleted(db, second);
    const third = await add('Third');
    expect(await positionsOf([third])).toEqual([2]);
    const elsewhere = await insertTreeNode(db, {
      companyId: foreign.companyId,
      kind: 'group',
      values: { ...defaultValues, parentId: groupId, name: 'Elsewhere' },
    });
    expect(await positionsOf([elsewhere])).toEqual([1]);
    await updatePositions(db, own.companyId, [third, elsewhere, first]);
    expect(await positionsOf([third, first, elsewhere])).toEqual([1, 3, 1]);
  });

  test('a change touches its row alone and counts the version', async () => {
    const { db } = getDatabase();
    const groupId = await newGroup();
    const [layer, other] = [await newLayer(groupId), await newLayer(groupId)];
    const values = await readValues(db, layer);
    const ruleset = { condition: 'or' as const, rules: [] };
    await updateTreeNodeRow(db, layer, { ...values, name: 'Renamed', zIndex: 4, ruleset });
    expect(await readValues(db, layer)).toEqual({ ...values, name: 'Renamed', zIndex: 4, ruleset });
    const density = { kind: 'thinned' } as const;
    await updateRules(db, layer, { geomStyle: '{"lineWidth":2}', density, ruleset: null });
    expect(await rowOf(layer)).toMatchObject({
      name: 'Renamed',
      geom_style: '{"lineWidth":2}',
      density,
      ruleset: null,
      version: 3,
    });
    await updateRules(db, layer, { geomStyle: '', density, ruleset });
    expect((await rowOf(layer)).ruleset).toEqual(ruleset);
    expect(await rowOf(other)).toMatchObject({ name: 'Layer', version: 1, deleted_at: null });
  });

  test('D-LOG-01: adding and removing a row are logged, with the unit of a layer’s group', async () => {
    const { db } = getDatabase();
    const groupId = await newGroup();
    const layer = await newLayer(groupId, { name: 'Trees', zIndex: 3 });
    const other = await newLayer(groupId);
    const { companyId, units } = own;
    await removeTreeNode(db, author, {
      id: layer,
      companyId,
      unitId: units.roads,
      kind: 'layer',
      name: 'Trees',
    });
    expect((await rowOf(layer)).deleted_at).not.toBeNull();
    expect((await rowOf(other)).deleted_at).toBeNull();
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'unit_id', 'entity_name', 'details'])
      .where('company_id', '=', companyId)
      .where('entity_id', 'in', [layer, groupId])
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'CLASSIFIER_ADDED',
        unit_id: units.roads,
        details: { new: { kind: 'group', name: 'Group', description: '', unitId: units.roads } },
      },
      {
        action: 'CLASSIFIER_ADDED',
        unit_id: units.roads,
        entity_name: 'Trees',
        details: { new: { kind: 'layer', name: 'Trees', zIndex: 3 } },
      },
      { action: 'CLASSIFIER_DELETED', details: { old: { kind: 'layer', name: 'Trees' } } },
    ]);
    const added = entries[1]?.details as { readonly new: object } | undefined;
    expect(Object.keys(added?.new ?? {}).sort()).toEqual(['kind', 'name', 'parentId', 'zIndex']);
  });

  test('settings that no request has checked are checked here', async () => {
    const { db } = getDatabase();
    const groupId = await newGroup();
    const add = (settings: { name: string; zoomFrom?: number; zoomTo?: number }) =>
      addTreeNode(db, author, { companyId: own.companyId, kind: 'layer', parentId: groupId, settings });
    await expect(add({ name: 'x'.repeat(101) })).rejects.toThrow();
    await expect(add({ name: 'a', zoomFrom: 9, zoomTo: 3 })).rejects.toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: '/zoomTo', code: 'BELOW_START' }],
    });
    expect((await rowOf(await add({ name: ' trimmed ' }))).name).toBe('trimmed');
  });

  test('rows below a row and objects of a layer are counted without deleted ones', async () => {
    const { db } = getDatabase();
    const groupId = await newGroup();
    const [layer, gone] = [await newLayer(groupId), await newLayer(groupId)];
    const view = await newLayer(groupId, { sourceId: layer });
    await markTreeNodeDeleted(db, gone);
    expect(await countTreeNodes(db, groupId, 'parent_id')).toBe(2);
    expect(await countTreeNodes(db, layer, 'source_id')).toBe(1);
    await markTreeNodeDeleted(db, view);
    expect(await countTreeNodes(db, layer, 'source_id')).toBe(0);
    expect([await unmarkTreeNodeDeleted(db, view), await unmarkTreeNodeDeleted(db, view)]).toEqual([
      true,
      false,
    ]);
    expect(await countTreeNodes(db, layer, 'source_id')).toBe(1);
    const [object] = [
      await addObject(getDatabase(), { classId: layer }),
      await addObject(getDatabase(), { classId: layer }),
    ];
    await addObject(getDatabase(), { classId: gone });
    await markDeleted(db, object);
    expect(await countObjects(db, layer)).toBe(1);
  });

  test('layers come in the order of their ids, each once; what is no layer or below a deleted row is left out', async () => {
    const { db } = getDatabase();
    const [groupId, deletedGroup] = [await newGroup(), await newGroup()];
    const [a, b, deleted, orphan] = [
      await newLayer(groupId, { name: 'A' }),
      await newLayer(groupId),
      await newLayer(groupId),
      await newLayer(deletedGroup),
    ];
    const [viewOfDeleted, viewOfOrphan] = [
      await newLayer(groupId, { sourceId: deleted }),
      await newLayer(groupId, { sourceId: orphan }),
    ];
    await markTreeNodeDeleted(db, deleted);
    await markTreeNodeDeleted(db, deletedGroup);
    const other = await newLayer(await newGroup(foreign), { allObjectsPublic: false });
    const asked = [b, other, a, b, groupId, deleted, orphan, viewOfDeleted, viewOfOrphan, 99];
    const layers = await listLayersById(db, asked);
    expect(layers.map(({ id }) => id)).toEqual([b, other, a]);
    expect(await listLayersById(db, [])).toEqual([]);
    const hidden = await newLayer(groupId, { name: 'Z', allObjectsPublic: false });
    const tree = [groupId, a, b, hidden, deletedGroup, deleted, orphan, viewOfDeleted, viewOfOrphan, other];
    expect(await listIds(own.companyId, tree)).toEqual([groupId, a, b, hidden]);
    expect(await listIds(foreign.companyId, tree)).toEqual([groupId, a, b, other]);
    expect(await listIds(undefined, tree)).toEqual([groupId, a, b]);
  });

  test('D-CLS-05: a view has the fields, kinds, unit and openness of its source, and its own name and filter', async () => {
    const { db } = getDatabase();
    const [roads, forests] = [await newGroup(), await newGroup(own, 'Woods', own.units.forests)];
    const source = await newLayer(roads, {
      name: 'Source',
      fields: ['state'],
      allowPublicRegistration: true,
      showAfterReview: true,
    });
    const view = await newLayer(forests, { name: 'View', sourceId: source, zoomFrom: 3 });
    const openView = await newLayer(roads, { sourceId: source, allowPublicRegistration: true });
    await addObject(getDatabase(), { classId: source });
    const [asLayer, asOpen] = await listLayersById(db, [view, openView]);
    const { companyId, units } = own;
    expect(asLayer).toMatchObject({
      id: view,
      name: 'View',
      groupName: 'Woods',
      group: { companyId, unitId: units.forests },
      isView: true,
      ownerId: source,
      ownerName: 'Source',
      ownerGroupName: 'Group',
      owner: { companyId, unitId: units.roads },
      kinds: 1,
      zoomFrom: 3,
      isOpen: false,
      ownerIsOpen: true,
      showAfterReview: true,
      fieldNames: ['state'],
    });
    expect(asOpen).toMatchObject({ isOpen: true });
    const nodes = await listTreeNodes(db, { companyId, language: 'en' });
    const nodeOf = (id: number) => nodes.find((node) => node.id === id);
    const fields = [{ name: 'state', type: 'text' }];
    expect(nodeOf(source)).toMatchObject({
      unitId: units.roads,
      ownerUnitId: units.roads,
      isOpen: true,
      sourceId: null,
    });
    expect(nodeOf(view)).toMatchObject({
      unitId: units.forests,
      ownerUnitId: units.roads,
      isOpen: false,
      sourceId: source,
      layerFields: fields,
      kinds: 1,
      showAfterReview: true,
    });
    expect(nodeOf(openView)).toMatchObject({ isOpen: true });
    expect(nodeOf(forests)).toMatchObject({ unitId: units.forests, parentId: 1, kind: 'group' });
    // A source that is closed closes its views.
    await db
      .updateTable('classifiers')
      .set({ allow_public_registration: false })
      .where('id', '=', source)
      .execute();
    expect((await listLayersById(db, [openView]))[0]).toMatchObject({ isOpen: false, ownerIsOpen: false });
  });

  test('an object is shown by its layer, then by its views in their order', async () => {
    const { db } = getDatabase();
    const groupId = await newGroup();
    const first = await newLayer(groupId, { position: 1 });
    const owner = await newLayer(groupId, { position: 9 });
    const views = [
      await newLayer(groupId, { sourceId: owner, position: 5 }),
      await newLayer(groupId, { sourceId: owner, position: 3 }),
      await newLayer(groupId, { sourceId: owner, position: 3 }),
    ];
    await newLayer(groupId, { sourceId: first, position: 2 });
    const object = await addObject(getDatabase(), { classId: owner });
    const shown = (await listLayersShowing(db, object)).map(({ id }) => id);
    expect(shown).toEqual([owner, views[1], views[2], views[0]]);
    expect(await listLayersShowing(db, object + 1_000)).toEqual([]);
  });

  test('the tree stands in the order of the screen: by company, parent, position and name', async () => {
    const [late, early] = [await newGroup(own, 'B'), await newGroup(own, 'A')];
    const inLate = [
      await newLayer(late, { name: 'b', position: 2 }),
      await newLayer(late, { name: 'c', position: 1 }),
      await newLayer(late, { name: 'a', position: 2 }),
    ];
    const elsewhere = await newLayer(await newGroup(foreign));
    const ids = await listIds(own.companyId, [1, 2, 3, late, early, ...inLate, elsewhere]);
    expect(ids).toEqual([1, 2, 3, early, late, inLate[1], inLate[2], inLate[0], elsewhere]);
  });

  test('D-PERM-01: only who may edit a layer gets it to edit', async () => {
    const { db } = getDatabase();
    const groupId = await newGroup();
    const layer = await newLayer(groupId);
    const actor = (level: 'Read' | 'Write', company = own): UserActor => ({
      kind: 'user',
      userId: company.users.writer.id,
      companyId: company.companyId,
      userName: '',
      language: 'en',
      unitLevels: new Map([[company.units.roads, level] as const]),
      moduleAdmin: false,
      hasCustomReports: false,
      firstLogin: false,
      sessionId: '',
      address: '',
    });
    const get = (id: number, by: UserActor) => getEditableLayer(db, { actor: by, language: 'en' }, id);
    expect((await get(layer, actor('Write'))).id).toBe(layer);
    await expect(get(layer, actor('Read'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(get(groupId, actor('Write'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(get(99, actor('Write'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
