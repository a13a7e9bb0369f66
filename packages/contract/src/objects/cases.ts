import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { FileId, LayerId, ObjectId, StatusId, UnitId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, nullable, oneOf } from '../primitives.ts';
import { StatusType } from './comments.ts';

/** Cases: objects of layers with `caseLayer`, as work with an assignee and a due date. */

export const casePriorities = ['low', 'normal', 'high'] as const;
export type CasePriority = (typeof casePriorities)[number];

/** Lists of open cases; each is counted. */
export const caseTabs = ['mine', 'unit', 'unassigned', 'overdue', 'waiting', 'all'] as const;
export type CaseTab = (typeof caseTabs)[number];

export const caseSorts = ['due', 'newest', 'oldest', 'votes', 'nearest'] as const;
export type CaseSort = (typeof caseSorts)[number];

/** Cases that a list holds: open ones unless it says otherwise. */
export const caseStates = ['open', 'closed', 'any'] as const;
export type CaseState = (typeof caseStates)[number];

/** Moments of a case by which a period selects it: each case has at most one of each. */
export const caseDates = ['received', 'answered', 'closed', 'reopened'] as const;
export type CaseDate = (typeof caseDates)[number];

/** Day of the company, such as 2026-11-24. */
export const Day = Type.String({ format: 'date' });
const CaseAge = Type.Integer({ minimum: 0, maximum: limits.cases.ageDays });
const Named = <T extends typeof UserId | typeof UnitId>(id: T) => Type.Object({ id, name: Type.String() });

export const Case = Type.Object({
  id: ObjectId,
  classId: LayerId,
  name: Type.String(),
  description: Type.String(),
  createdAt: Moment,
  upvoteCount: Type.Integer(),
  isWaiting: Type.Boolean(),
  /** Centre of the object in EPSG:3857 metres. */
  x: Type.Number(),
  y: Type.Number(),
  /** Status of the newest comment. */
  status: nullable(Type.Object({ id: StatusId, name: Type.String(), type: nullable(StatusType) })),
  /** The first image among its files. */
  imageId: nullable(FileId),
  /** Version of the object, for bulk edits. */
  version: Type.Integer(),
  /** Unit that works on it, that of the layer by default. */
  unit: nullable(Named(UnitId)),
  assignee: nullable(Named(UserId)),
  priority: oneOf(casePriorities),
  dueOn: nullable(Day),
  /** The day since which it waits for its reporter. */
  pausedOn: nullable(Day),
  /** Open, not paused, and due before today. */
  isOverdue: Type.Boolean(),
  firstAnsweredAt: nullable(Moment),
  closedAt: nullable(Moment),
  canEdit: Type.Boolean(),
});
export type Case = Static<typeof Case>;

const Counts = Type.Object({
  mine: Type.Integer(),
  unit: Type.Integer(),
  unassigned: Type.Integer(),
  overdue: Type.Integer(),
  waiting: Type.Integer(),
  all: Type.Integer(),
});
export type CaseCounts = Static<typeof Counts>;

/** Cases in an extent only: `minx,miny,maxx,maxy` in EPSG:3857. */
const Extent = Type.String({
  pattern: '^(-?[0-9]{1,9}([.][0-9]{1,6})?,){3}-?[0-9]{1,9}([.][0-9]{1,6})?$',
});

const read = { tag: 'cases', policy: { audience: 'signedIn', right: 'seeInternalComments' } } as const;

export const listCases = defineCall({
  ...read,
  name: 'listCases',
  method: 'GET',
  path: '/api/v1/cases',
  summary:
    'Cases in the layers of one’s units, the open ones by default, with the number of open cases in each list',
  query: closed({
    _tab: Type.Optional(oneOf(caseTabs)),
    _class: Type.Optional(LayerId),
    _status: Type.Optional(StatusId),
    _q: Type.Optional(Type.String({ maxLength: limits.reportTextLength })),
    _sort: Type.Optional(oneOf(caseSorts)),
    /** Position for the order `nearest`, in EPSG:3857. */
    _x: Type.Optional(Type.Number()),
    _y: Type.Optional(Type.Number()),
    _bbox: Type.Optional(Extent),
    _state: Type.Optional(oneOf(caseStates)),
    /** Unit that works on the cases. */
    _unit: Type.Optional(UnitId),
    _assignee: Type.Optional(UserId),
    /** The moment that lies in the period; `received` by default. */
    _date: Type.Optional(oneOf(caseDates)),
    /** First and last day of the period. */
    _from: Type.Optional(Day),
    _to: Type.Optional(Day),
    /** Days since the case was received, both inclusive. */
    _minAge: Type.Optional(CaseAge),
    _maxAge: Type.Optional(CaseAge),
    /** Hexagon of the casework report: `width in metres,column,row` of EPSG:3857. */
    _cell: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{1,6},-?[0-9]{1,7},-?[0-9]{1,7}$' })),
    _page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    _size: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.cases.pageRows })),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(Case),
      /** Cases that pass the filters. */
      total: Type.Integer(),
      /** Open cases in each list, whatever the filters. */
      counts: Counts,
      /** Today where the company is; due dates count from it. */
      today: Day,
    }),
  },
});

export const listOverdueCases = defineCall({
  ...read,
  name: 'listOverdueCases',
  method: 'GET',
  path: '/api/v1/cases/overdue',
  summary: 'Positions of overdue cases for the map; none at all when there are more than it can show',
  query: closed({
    /** Ids of layers with commas between them; all without it. */
    _classes: Type.Optional(Type.String({ pattern: '^[0-9]{1,16}(,[0-9]{1,16}){0,199}$' })),
    _bbox: Type.Optional(Extent),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(
        /** Centre of the object in EPSG:3857 metres. */
        Type.Object({ id: ObjectId, classId: LayerId, x: Type.Number(), y: Type.Number() }),
      ),
      isCut: Type.Boolean(),
    }),
  },
});

export const getCase = defineCall({
  ...read,
  name: 'getCase',
  method: 'GET',
  path: '/api/v1/cases/:id',
  summary: 'A case, open or closed',
  params: Type.Object({ id: ObjectId }),
  reply: { status: 200, schema: Case },
});

export const changeCases = defineCall({
  name: 'changeCases',
  tag: 'cases',
  policy: { audience: 'signedIn', right: 'editObject' },
  method: 'PATCH',
  path: '/api/v1/cases',
  summary: 'Assign cases, or change their due date, priority or pause: all of them or none',
  body: closed({
    ids: Type.Array(ObjectId, { minItems: 1, maxItems: limits.cases.changedTogether, uniqueItems: true }),
    /** Null: nobody. */
    assigneeId: Type.Optional(nullable(UserId)),
    /** The unit of the layer or one below it; null: that of the layer. */
    unitId: Type.Optional(nullable(UnitId)),
    dueOn: Type.Optional(nullable(Day)),
    priority: Type.Optional(oneOf(casePriorities)),
    /** True stops the time until the reporter has answered; false moves the due date by the days of the pause. */
    isPaused: Type.Optional(Type.Boolean()),
  }),
  reply: { status: 200, schema: Type.Object({ count: Type.Integer() }) },
});

export const listAssignees = defineCall({
  name: 'listAssignees',
  tag: 'cases',
  policy: { audience: 'signedIn', right: 'editObject' },
  method: 'GET',
  path: '/api/v1/cases/assignees/:classId',
  summary: 'Units and persons to whom cases of a layer can be assigned, with their open work',
  params: Type.Object({ classId: LayerId }),
  reply: {
    status: 200,
    schema: Type.Object({
      units: Type.Array(Type.Object({ id: UnitId, name: Type.String() })),
      people: Type.Array(
        Type.Object({ id: UserId, name: Type.String(), open: Type.Integer(), overdue: Type.Integer() }),
      ),
    }),
  },
});
export type Assignees = Static<typeof listAssignees.reply.schema>;
