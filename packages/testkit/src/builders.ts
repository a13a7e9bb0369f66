import {
  type CaseRules,
  type CommentId,
  type CompanyId,
  companyOf,
  type LayerDensity,
  type LayerGroupId,
  type LayerId,
  type ObjectId,
  type Ruleset,
  type TreeNodeId,
  type UnitId,
  type UserId,
} from '@pgis/contract';
import {
  addTreeNode,
  commandAuthor,
  type Database,
  insertObjects,
  newId,
  toObjectBatch,
  toObjectToInsert,
} from '@pgis/server';

/** Adds rows that a test needs, through the functions that the product adds them with. */

const author = commandAuthor('testkit');

export interface GroupRow {
  readonly companyId: CompanyId;
  readonly unitId: UnitId;
  readonly name?: string;
  /** Siblings share the position 0 by default, so that their names decide the order. */
  readonly position?: number;
}

export async function addGroup({ db }: Database, group: GroupRow): Promise<LayerGroupId> {
  const { companyId, unitId, name = 'Group', position = 0 } = group;
  const settings = { name };
  const id = await addTreeNode(db, author, { companyId, kind: 'group', parentId: 1, unitId, settings });
  await updateRow(db, id, { position });
  return id;
}

async function updateRow(
  db: Database['db'],
  id: TreeNodeId,
  columns: { position: number; layer_fields?: string; geom_style?: string; ruleset?: string },
): Promise<void> {
  await db
    .updateTable('classifiers')
    .set(columns)
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

export interface LayerRow {
  readonly groupId: LayerGroupId;
  readonly name?: string;
  /** Layer whose objects a view shows. */
  readonly sourceId?: LayerId;
  readonly fields?: readonly string[];
  readonly ruleset?: Ruleset;
  readonly geomStyle?: string;
  /** The default leaves it to each object. */
  readonly allObjectsPublic?: boolean | null;
  readonly allowPublicRegistration?: boolean;
  readonly showAfterReview?: boolean;
  readonly blurPositions?: boolean;
  readonly zoomFrom?: number;
  readonly zoomTo?: number;
  readonly zIndex?: number;
  readonly density?: LayerDensity;
  readonly caseLayer?: CaseRules;
  readonly position?: number;
  /** Values of a layer that is older than today's checks, written past them. */
  readonly legacy?: {
    readonly fields?: readonly string[];
    readonly geomStyle?: string;
    readonly ruleset?: Ruleset;
  };
}

export async function addLayer({ db }: Database, layer: LayerRow): Promise<LayerId> {
  const { groupId, sourceId, fields, position, legacy = {}, name = 'Layer', ...settings } = layer;
  const id = await addTreeNode(db, author, {
    companyId: companyOf(groupId),
    kind: 'layer',
    parentId: groupId,
    ...(sourceId !== undefined && { sourceId }),
    settings: {
      ...settings,
      name,
      ...(fields && sourceId === undefined && { layerFields: toFields(fields) }),
    },
  });
  const { fields: oldFields, geomStyle, ruleset } = legacy;
  await updateRow(db, id, {
    position: position ?? 0,
    ...(oldFields && { layer_fields: JSON.stringify(toFields(oldFields)) }),
    ...(geomStyle !== undefined && { geom_style: geomStyle }),
    ...(ruleset && { ruleset: JSON.stringify(ruleset) }),
  });
  return id;
}

const toFields = (names: readonly string[]) => names.map((name) => ({ name, type: 'text' as const }));

export interface ObjectRow {
  readonly classId: LayerId;
  /** WKT in EPSG:3857; a point at 0 0 by default. */
  readonly wkt?: string;
  readonly name?: string;
  readonly description?: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
  readonly isPublic?: boolean;
  readonly userEmail?: string;
  readonly authorId?: UserId;
}

export async function addObject(database: Database, object: ObjectRow): Promise<ObjectId> {
  const [id] = await addObjects(database, [object]);
  if (id === undefined) throw new Error('the object was not added');
  return id;
}

/** Adds many objects of one company; the ids are in the order of the objects. */
export async function addObjects(database: Database, objects: readonly ObjectRow[]): Promise<ObjectId[]> {
  const ids: ObjectId[] = [];
  for (let start = 0; start < objects.length; ) {
    const classId = objects[start]?.classId ?? 0;
    const end = objects.findIndex((object, index) => index > start && object.classId !== classId);
    const ofOneLayer = objects.slice(start, end === -1 ? undefined : end);
    ids.push(...(await addToLayer(database, classId, ofOneLayer)));
    start += ofOneLayer.length;
  }
  return ids;
}

async function addToLayer(
  { db }: Database,
  layerId: LayerId,
  objects: readonly ObjectRow[],
): Promise<readonly ObjectId[]> {
  const rows = objects.map((object, index) => {
    const {
      wkt = 'POINT(0 0)',
      name = 'Address',
      description = 'Topic',
      data = {},
      isPublic = true,
    } = object;
    return toObjectToInsert({ wkt, name, description, data, isPublic }, index);
  });
  const batch = toObjectBatch(rows, [
    { name: 'user_email', type: 'text', values: objects.map(({ userEmail = '' }) => userEmail) },
    { name: 'author_id', type: 'bigint', values: objects.map(({ authorId = null }) => authorId) },
  ]);
  const layer = { companyId: companyOf(layerId), layerId, unitId: null, layerName: '' };
  const { ids, invalid } = await insertObjects(db, layer, { batch, replacesByKey: false, returnsIds: true });
  if (invalid[0]) throw new Error(`object ${invalid[0].rowNumber}: ${invalid[0].reason}`);
  return ids;
}

export interface CommentRow {
  readonly geomId: ObjectId;
  readonly content: string;
  readonly isPublic: boolean;
  /** English name of a status of the company; `New` by default. */
  readonly status?: string;
}

/** The newest comment of its object, for the public too when it is public (D-CLS-03). */
export async function addComment({ db }: Database, comment: CommentRow): Promise<CommentId> {
  const companyId = companyOf(comment.geomId);
  const status = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'status')
    .where('name', '=', comment.status ?? 'New')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('comments')
    .values({
      company_id: companyId,
      id: newId(companyId, 'comment_seq'),
      geom_id: comment.geomId,
      content: comment.content,
      status_id: status.id,
      is_public: comment.isPublic,
      author_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('geoms')
    .set({ latest_comment_id: id, ...(comment.isPublic && { latest_public_comment_id: id }) })
    .where('company_id', '=', companyId)
    .where('id', '=', comment.geomId)
    .execute();
  return id;
}
