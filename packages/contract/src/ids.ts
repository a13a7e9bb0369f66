import { type Static, Type } from 'typebox';

/**
 * Ids are numbers that know what they name (docs/decisions/0033): a plain number is accepted where an id is asked for, the
 * id of something else is an error of the compiler. The property exists in types only.
 */
export type Id<Name extends string> = number & { readonly __id?: Name };

/** Kind of a tree node beside its id; an id whose kind nobody has looked at is accepted for each kind. */
type NodeId<Kind extends string> = Id<'treeNode'> & { readonly __kind?: Kind };

/** On the wire an id is a JSON number: company number * 2^32 + running number; company 0 is the system. */
const id = <T extends number>() =>
  Type.Unsafe<T>({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Any row of the tree: a root, layer group, layer, view, status group or status. */
export const TreeNodeId = id<Id<'treeNode'>>();
export type TreeNodeId = Static<typeof TreeNodeId>;
/** A layer or a view. */
export const LayerId = id<NodeId<'layer'>>();
export type LayerId = Static<typeof LayerId>;
export type LayerGroupId = NodeId<'group'>;
export const StatusId = id<NodeId<'status'>>();
export type StatusId = Static<typeof StatusId>;

export const ObjectId = id<Id<'object'>>();
export type ObjectId = Static<typeof ObjectId>;
export const CommentId = id<Id<'comment'>>();
export type CommentId = Static<typeof CommentId>;
export const FileId = id<Id<'file'>>();
export type FileId = Static<typeof FileId>;

export const UnitId = id<Id<'unit'>>();
export type UnitId = Static<typeof UnitId>;
export const UserGroupId = id<Id<'userGroup'>>();
export type UserGroupId = Static<typeof UserGroupId>;
export const UserId = id<Id<'user'>>();
export type UserId = Static<typeof UserId>;
export const ArchiveId = id<Id<'archive'>>();
export type ArchiveId = Static<typeof ArchiveId>;

export const BaseLayerId = id<Id<'baseLayer'>>();
export type BaseLayerId = Static<typeof BaseLayerId>;
export const ReportScheduleId = id<Id<'reportSchedule'>>();
export type ReportScheduleId = Static<typeof ReportScheduleId>;
/** A custom report. */
export const ReportId = id<Id<'report'>>();
export type ReportId = Static<typeof ReportId>;
/** A file of a report that is written in the background. */
export const ExportId = id<Id<'export'>>();
export type ExportId = Static<typeof ExportId>;
/** A short link. */
export const LinkId = id<Id<'link'>>();
export type LinkId = Static<typeof LinkId>;
/** An import of files in the browser. */
export const ImportId = id<Id<'import'>>();
export type ImportId = Static<typeof ImportId>;
/** A large change, such as a bulk edit or the deletion of a layer. */
export const ChangeId = id<Id<'change'>>();
export type ChangeId = Static<typeof ChangeId>;
export const RoutingRuleId = id<Id<'routingRule'>>();
export type RoutingRuleId = Static<typeof RoutingRuleId>;
/** A text of a company for answers. */
export const ReplyTemplateId = id<Id<'replyTemplate'>>();
export type ReplyTemplateId = Static<typeof ReplyTemplateId>;
/** A notice of the bell. */
export const NoticeId = id<Id<'notice'>>();
export type NoticeId = Static<typeof NoticeId>;
export const FollowId = id<Id<'follow'>>();
export type FollowId = Static<typeof FollowId>;
export const LogRowId = id<Id<'logRow'>>();
export type LogRowId = Static<typeof LogRowId>;
/** Id of whatever the entity of a log row is. */
export const EntityId = id<number>();

/** Number of a company, not an id of the scheme above; 0 is the system. */
export type CompanyId = Id<'company'>;
export const CompanyId = Type.Unsafe<CompanyId>({ type: 'integer' });
