import type { HeatScale, LayerSpacing } from '@pgis/cartography';
import type {
  ArchiveId,
  applyComparison,
  BaseLayerId,
  BodyOf,
  CaseRules,
  ChangeId,
  ChangeKindName,
  ChangeState,
  CommentId,
  CompanyId,
  Comparison,
  DifferenceKind,
  Escalation,
  ExportFormat,
  ExportId,
  ExportProblem,
  FileId,
  FollowEvent,
  FollowId,
  ImageBox,
  ImportError,
  ImportId,
  ImportInspection,
  ImportReading,
  ImportResult,
  ImportSettings,
  ImportState,
  Language,
  LayerDensity,
  LayerField,
  LayerId,
  LeftReason,
  Level,
  LinkId,
  LogRowId,
  MailRhythm,
  MergePartName,
  NoticeId,
  NoticeKind,
  ObjectId,
  Preferences,
  ReplyTemplateId,
  ReplyTexts,
  ReportContent,
  ReportId,
  ReportSelection,
  RoutingRuleId,
  Ruleset,
  SkipReason,
  StatusId,
  TreeNodeId,
  UndoProblem,
  UnitId,
  UserGroupId,
  UserId,
} from '@pgis/contract';
import type { Geometry as SampleShape } from '@pgis/geo';
import type { ColumnType, Generated } from 'kysely';

/** Row types of every table; the migrations are the truth, a test compares the two. */

/** jsonb with a default: read parsed, written as text. */
type Json<T> = ColumnType<T, string | undefined, string>;
type Stamp = ColumnType<Date, Date | undefined, Date>;
type StampOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** WKB or EWKT comes and goes through PostGIS functions only. */
type Geometry = ColumnType<unknown, unknown, unknown>;

/** File of an import: uploading until it has a size in the blob store. */
export interface StoredImportFile {
  readonly name: string;
  readonly size: number;
  /** Key of the blob, and of the upload until it is complete. */
  readonly key: string;
  readonly isStored: boolean;
}

/** Shapes of a file for the map, in its own coordinate system. */
export interface ImportSample {
  readonly shapes: readonly SampleShape[];
  readonly fileCrs: string | null;
}

/** Keys of rows: ids of comments and files, voters. */
export type MovedParts = Readonly<
  Record<string, Readonly<Partial<Record<MergePartName, readonly (number | string)[]>>>>
>;

export interface Schema {
  companies: {
    company_id: CompanyId;
    name: string;
    reg_number: Generated<string>;
    address: Generated<string>;
    email: Generated<string>;
    phone: Generated<string>;
    website: Generated<string>;
    /** Language of `classifiers.name`. */
    language: Generated<Language>;
    default_lon: number | null;
    default_lat: number | null;
    default_zoom: number | null;
    /** Data URI of a re-encoded image. */
    logo_image: string | null;
    /** Version of the list of routing rules. */
    routing_version: Generated<number>;
    created_at: Stamp;
  };
  units: { company_id: CompanyId; id: UnitId; parent_id: UnitId | null; name: string };
  users: {
    company_id: CompanyId;
    id: UserId;
    email: string;
    password_hash: string | null;
    first_name: Generated<string>;
    last_name: Generated<string>;
    phone: Generated<string>;
    position: Generated<string>;
    language: Generated<'en' | 'ru' | 'lv'>;
    status: Generated<'invited' | 'enabled' | 'disabled'>;
    first_login: Generated<boolean>;
    preferences: Json<Preferences>;
    /** Mails about notices of the user's work. */
    notice_mail: Generated<MailRhythm>;
    last_login_at: StampOrNull;
    last_activity_at: StampOrNull;
    created_at: Stamp;
    /** Names nobody any more. */
    deleted_at: StampOrNull;
  };
  groups: {
    company_id: CompanyId;
    id: UserGroupId;
    name: string;
    module_admin: Generated<boolean>;
    module_custom_reports: Generated<boolean>;
  };
  group_members: { company_id: CompanyId; group_id: UserGroupId; user_id: UserId };
  group_grants: { company_id: CompanyId; group_id: UserGroupId; unit_id: UnitId; level: Level };
  sessions: {
    company_id: CompanyId;
    id: string;
    user_id: UserId;
    created_at: Stamp;
    expires_at: ColumnType<Date, Date, Date>;
    ended_at: StampOrNull;
    end_reason: string | null;
    ip: Generated<string>;
    user_agent: Generated<string>;
  };
  session_refreshes: {
    company_id: CompanyId;
    session_id: string;
    access_jti: string;
    token_hash: Buffer;
    created_at: Stamp;
    used_at: StampOrNull;
    new_jti: string | null;
  };
  one_time_tokens: {
    company_id: CompanyId;
    token_hash: Buffer;
    user_id: UserId;
    kind: 'invitation' | 'reset';
    created_at: Stamp;
    expires_at: ColumnType<Date, Date, Date>;
    used_at: StampOrNull;
  };
  jobs: {
    company_id: number;
    id: number;
    kind: string;
    payload: Json<Record<string, unknown>>;
    state: Generated<'waiting' | 'running' | 'failed'>;
    run_after: Stamp;
    /** Period of a periodic job in seconds; null of a job that runs once. */
    every_s: number | null;
    /** Starts, without those that a graceful stop ended. */
    attempts: Generated<number>;
    /** Starts whose process ended before the job did. */
    crashes: Generated<number>;
    /** `host:pid:random` of the process that runs it. */
    locked_by: string | null;
    locked_until: StampOrNull;
    progress: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    /** Result of the last run of a periodic job. */
    result: ColumnType<unknown, string | null | undefined, string | null>;
    error: string | null;
    created_at: Stamp;
    finished_at: StampOrNull;
  };
  mail_refusals: { address_hash: Buffer; at: Stamp };
  rate_events: { kind: string; key: string; at: Stamp };
  server_secrets: { name: string; value: string; created_at: Stamp };
  classifiers: {
    company_id: CompanyId;
    id: TreeNodeId;
    parent_id: TreeNodeId | null;
    kind: 'root' | 'group' | 'layer' | 'statusGroup' | 'status';
    source_id: LayerId | null;
    unit_id: UnitId | null;
    /** In the language of the company. */
    name: string;
    description: Generated<string>;
    /** In the other languages. */
    names: Json<Partial<Record<Language, string>>>;
    status_type: 'open' | 'fixed' | 'closed' | null;
    position: Generated<number>;
    zoom_from: number | null;
    zoom_to: number | null;
    z_index: Generated<number>;
    serverside: Generated<boolean>;
    allow_public_registration: Generated<boolean>;
    show_after_review: Generated<boolean>;
    blur_positions: Generated<boolean>;
    show_default: Generated<boolean>;
    all_objects_public: boolean | null;
    geom_style: Generated<string>;
    density: Json<LayerDensity>;
    /** Rules of a layer whose objects are cases. */
    case_layer: ColumnType<CaseRules | null, string | null | undefined, string | null>;
    /** Measure of a thinned layer, written without a change of its version. */
    spacing: ColumnType<LayerSpacing | null, string | null | undefined, string | null>;
    /** Scale of its heat map, measured with `spacing`. */
    heat_scale: ColumnType<HeatScale | null, string | null | undefined, string | null>;
    /** Steps of `map_changes` up to which the objects were measured, and when. */
    spacing_steps: number | null;
    spacing_at: StampOrNull;
    layer_fields: Json<LayerField[]>;
    ruleset: ColumnType<Ruleset | null, string | null | undefined, string | null>;
    /** Bits: 1 points, 2 lines, 4 polygons that the layer has held. */
    kinds: Generated<number>;
    version: Generated<number>;
    created_at: Stamp;
    updated_at: Stamp;
    deleted_at: StampOrNull;
  };
  geoms: {
    company_id: CompanyId;
    id: ObjectId;
    class_id: LayerId;
    /** 1 points, 2 lines, 3 polygons. */
    kind: number;
    geom: Geometry;
    name: Generated<string>;
    description: Generated<string>;
    data: Json<Record<string, string | number | boolean | null>>;
    is_public: Generated<boolean>;
    user_email: Generated<string>;
    /** Language of the mails to `user_email`. */
    reporter_language: 'en' | 'ru' | 'lv' | null;
    author_id: UserId | null;
    visitor_id: string | null;
    upvote_count: Generated<number>;
    latest_comment_id: CommentId | null;
    latest_public_comment_id: CommentId | null;
    /** D-CLS-07: not null hides the object from the public. */
    review: 'waiting' | 'hidden' | null;
    hidden_reason: Generated<string>;
    import_key: string | null;
    /** Import in the browser that added the object. */
    import_id: ImportId | null;
    /** Version in which the last applied comparison has left the object; a later one says that somebody has edited it. */
    import_version: number | null;
    /** Large change that deleted the object; it stays after a restoration by hand, not after a later deletion. */
    change_id: ChangeId | null;
    /** The case that this one was merged into. It is marked as deleted, so that nothing reads it, and does not expire. */
    merged_into: ObjectId | null;
    /** Metres of a line, square metres of a polygon, 0 of a point; a trigger writes it. */
    measure: Generated<number | null>;
    version: Generated<number>;
    created_at: Stamp;
    updated_at: Stamp;
    deleted_at: StampOrNull;
  };
  /** Objects of case layers. A row outlives the switch of its layer. */
  cases: {
    company_id: CompanyId;
    geom_id: ObjectId;
    /** Null: the unit of the layer. */
    unit_id: UnitId | null;
    assignee_id: UserId | null;
    /** 1 low, 2 normal, 3 high. */
    priority: Generated<number>;
    /** Days of the company, as `2026-11-24`. */
    due_on: ColumnType<string | null, string | null | undefined, string | null>;
    paused_on: ColumnType<string | null, string | null | undefined, string | null>;
    /** First public comment. */
    first_answered_at: StampOrNull;
    /** Newest comment of any kind, if its status closes the object. */
    closed_at: StampOrNull;
    /** Newest comment that opened the object again after one that had closed it. */
    reopened_at: StampOrNull;
    /** Routing rule that caught the case when it was opened. */
    rule_id: RoutingRuleId | null;
    /** Moment at which its rule told somebody that it takes too long. */
    escalated_at: StampOrNull;
    /** Due date whose passing its assignee or its unit was notified of. */
    overdue_notified_on: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** Notices of users, which the bell lists. Unread notices of one kind about one object are one row. */
  notices: {
    company_id: CompanyId;
    id: NoticeId;
    /** Null of a visitor. */
    user_id: UserId | null;
    /** Follow of a visitor. */
    follow_id: FollowId | null;
    kind: NoticeKind;
    geom_id: ObjectId | null;
    comment_id: CommentId | null;
    import_id: ImportId | null;
    by_id: UserId | null;
    due_on: ColumnType<string | null, string | null | undefined, string | null>;
    events: Generated<number>;
    at: Stamp;
    read_at: StampOrNull;
    /** When it is due as a mail; null: never, or in a mail already. */
    mail_at: StampOrNull;
  };
  /** Follows of users: an object, or layers everywhere or in an area. */
  follows: {
    company_id: CompanyId;
    id: FollowId;
    /** Null of a visitor, who has an address and a language. */
    user_id: UserId | null;
    email: string | null;
    language: Language | null;
    /** When the link of the mail was followed; visitors are told of nothing before. */
    confirmed_at: StampOrNull;
    geom_id: ObjectId | null;
    class_ids: LayerId[];
    area: string | null;
    name: string;
    events: FollowEvent[];
    mail: MailRhythm;
    created_at: Stamp;
  };
  /** Reports that users get by mail. */
  report_schedules: {
    company_id: CompanyId;
    id: number;
    user_id: UserId;
    /** Null: the casework report. */
    report_id: number | null;
    casework: Json<Record<string, number>>;
    days: number[];
    hour: number;
    /** Files of the mail: `pdf`, `xlsx`. */
    formats: string[];
    next_at: Stamp;
  };
  /** Rules by which new cases get a unit, a person, a priority and a due date; the lowest position that matches applies. */
  routing_rules: {
    company_id: CompanyId;
    id: RoutingRuleId;
    position: number;
    is_enabled: boolean;
    /** Empty: every case layer. */
    layer_ids: LayerId[];
    area: string | null;
    area_object_id: ObjectId | null;
    words: string[];
    unit_id: UnitId | null;
    assignee_id: UserId | null;
    priority: number | null;
    due_days: number | null;
    days: 'working' | 'calendar';
    escalation: ColumnType<Escalation | null, string | null, string | null>;
  };
  /** Texts of a company for answers to reporters. */
  reply_templates: {
    company_id: CompanyId;
    id: ReplyTemplateId;
    name: string;
    /** Empty: every case layer. */
    layer_ids: LayerId[];
    status_id: StatusId | null;
    texts: Json<ReplyTexts>;
    version: Generated<number>;
  };
  /** Boxes of what changed on the map, in EPSG:3857; a trigger writes them. */
  map_changes: {
    company_id: CompanyId;
    class_id: LayerId;
    id: number;
    /** Transaction that wrote the row. */
    xid: number;
    /** Changes in this row. */
    steps: Generated<number>;
    min_x: number;
    min_y: number;
    max_x: number;
    max_y: number;
    /** No image that lacks the change may be shown any longer. */
    is_urgent: Generated<boolean>;
    changed_at: Generated<Date>;
  };
  comments: {
    company_id: CompanyId;
    id: CommentId;
    geom_id: ObjectId;
    content: string;
    status_id: StatusId;
    is_public: Generated<boolean>;
    author_id: UserId | null;
    author_name: Generated<string>;
    added_at: Stamp;
    deleted_at: StampOrNull;
    /** Object on which it was written, if a merge has moved it: it says nothing about the status of the other. */
    merged_from: ObjectId | null;
    /** Written by the reporter who reopened the report. */
    by_reporter: Generated<boolean>;
  };
  geom_files: {
    company_id: CompanyId;
    id: FileId;
    geom_id: ObjectId;
    /** Name in the blob store; random, and in no answer. */
    blob_key: string;
    name: string;
    description: Generated<string>;
    size: number;
    /** Media type, detected from the content. */
    mime: string;
    is_image: boolean;
    /** The public does not get the image. */
    is_hidden: Generated<boolean>;
    /** Parts of the image that the public gets pixelated. */
    boxes: Json<ImageBox[]>;
    added_by: UserId | null;
    added_at: Stamp;
  };
  company_zips: {
    company_id: CompanyId;
    id: ArchiveId;
    blob_key: string;
    name: string;
    size: number;
    entries: number;
    added_by: UserId | null;
    added_at: Stamp;
  };
  loose_blobs: { blob_key: string; since: Stamp };
  visitor_uploads: { key: string; at: Stamp; bytes: number };
  upvotes: { company_id: CompanyId; geom_id: ObjectId; voter: string; at: Stamp };
  idempotency_keys: {
    company_id: CompanyId;
    key_hash: Buffer;
    request_hash: Buffer;
    geom_id: ObjectId;
    created_at: Stamp;
  };
  audit_log: {
    company_id: CompanyId;
    id: LogRowId;
    at: Stamp;
    user_id: UserId | null;
    user_name: Generated<string>;
    ip: Generated<string>;
    action: string;
    entity: string;
    entity_id: number | null;
    entity_name: Generated<string>;
    unit_id: UnitId | null;
    result: Generated<string>;
    details: Json<Record<string, unknown>>;
    request_id: Generated<string>;
    /** Layer of the object or file, or the layer itself. */
    layer_id: LayerId | null;
    seal_no: number | null;
    seal: Buffer | null;
    salt: Buffer | null;
    digest: Buffer | null;
  };
  /** Objects of log rows that are about many objects. */
  bulk_edit_objects: { company_id: CompanyId; geom_id: ObjectId; log_id: LogRowId };
  audit_chains: { company_id: CompanyId; seal_no: Generated<number>; seal: Generated<Buffer> };
  map_layers: {
    company_id: CompanyId;
    id: BaseLayerId;
    name: string;
    names: Json<Partial<Record<'en' | 'ru' | 'lv', string>>>;
    group_name: Generated<string>;
    group_names: Json<Partial<Record<'en' | 'ru' | 'lv', string>>>;
    overlay: Generated<boolean>;
    source_type: 'XYZ' | 'BingMaps' | 'TileWMS';
    source_json: string;
    /** Absolute path of a vector tile archive from which the server draws the layer. */
    archive_path: string | null;
    visibility: Generated<boolean>;
    version: Generated<number>;
  };
  report_exports: {
    company_id: CompanyId;
    id: ExportId;
    user_id: UserId;
    /** Session whose rights are checked when the job starts again after a restart. */
    session_id: string;
    language: Language;
    class_id: LayerId;
    format: ExportFormat;
    file_name: string;
    selection: ColumnType<ReportSelection, string, string>;
    request_id: Generated<string>;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    /** Reason of a failure that its owner can do something about. */
    problem: ExportProblem | null;
    /** Starts of its job, without those that a graceful stop ended. */
    attempts: Generated<number>;
    rows_done: Generated<number>;
    rows_total: number | null;
    /** Name in the blob store, once the file is there. */
    blob_key: string | null;
    size: number | null;
    created_at: Stamp;
    expires_at: ColumnType<Date, Date, Date>;
  };
  imports: {
    company_id: CompanyId;
    id: ImportId;
    user_id: UserId;
    /** Session whose rights are checked when a job starts. */
    session_id: string;
    language: Language;
    request_id: Generated<string>;
    state: Generated<ImportState | 'cancelled'>;
    files: ColumnType<readonly StoredImportFile[], string, string>;
    reading: ColumnType<ImportReading, string | undefined, string>;
    inspection: ColumnType<ImportInspection | null, string | null, string | null>;
    /** Shapes in the coordinate system of the file. */
    sample: ColumnType<ImportSample | null, string | null, string | null>;
    settings: ColumnType<ImportSettings | null, string | null, string | null>;
    layer_id: LayerId | null;
    is_new_layer: Generated<boolean>;
    rows_done: number | null;
    rows_total: number | null;
    result: ColumnType<ImportResult | null, string | null, string | null>;
    /** Row numbers with the reasons why they stayed out. */
    skipped: ColumnType<readonly (readonly [number, SkipReason])[] | null, string | null, string | null>;
    /** Blob with the skipped rows, a JSON text on each line. */
    rows_key: string | null;
    error: ImportError | null;
    comparison: ColumnType<Comparison | null, string | null, string | null>;
    /** Differences that are being applied. */
    choice: ColumnType<BodyOf<typeof applyComparison> | null, string | null, string | null>;
    created_at: Stamp;
    finished_at: StampOrNull;
    expires_at: ColumnType<Date, Date, Date>;
  };
  /**
   * Rows of a file beside the objects they are about, and objects that no row is about. Once applied, the values are those
   * that the objects had before.
   */
  import_changes: {
    company_id: CompanyId;
    id: number;
    import_id: ImportId;
    /** Set of what was applied; other rows go with their import. */
    change_id: ChangeId | null;
    /** Null until it is compared; `skipped` rows only keep their objects from being missing. */
    kind: DifferenceKind | 'skipped' | null;
    row_no: number | null;
    object_id: ObjectId | null;
    /** Version of the object that was compared, then the one that was written. */
    version: number | null;
    match_key: string | null;
    shape: Geometry | null;
    object_kind: number | null;
    name: Generated<string>;
    description: Generated<string>;
    data: Json<Record<string, string | number | boolean | null>>;
    was_edited: Generated<boolean>;
  };
  /** Bulk edits, imports and deletions that can be undone until they expire. Values that could name a person are in the log alone. */
  large_changes: {
    company_id: CompanyId;
    id: ChangeId;
    kind: ChangeKindName;
    user_id: UserId;
    /** Layer of the objects, or the deleted layer or group. */
    node_id: TreeNodeId;
    /** Log row of a bulk edit, or id of an import. */
    source_id: number | null;
    field: string | null;
    undo_of: ChangeId | null;
    count: number;
    state: Generated<ChangeState>;
    /** Objects that the running undo, or the finished one, has handled. */
    undone_count: Generated<number>;
    left_count: Generated<number>;
    left_objects: Json<(readonly [ObjectId, LeftReason])[]>;
    /** Ids of what a merge has moved, by merged object and part. */
    moved: Json<MovedParts>;
    undone_by: UserId | null;
    undone_at: StampOrNull;
    problem: UndoProblem | null;
    created_at: Stamp;
    expires_at: ColumnType<Date, Date, Date>;
  };
  custom_reports: {
    company_id: CompanyId;
    id: ReportId;
    /** null of what came with the product. */
    owner_id: UserId | null;
    name: string;
    description: Generated<string>;
    names: Json<Partial<Record<Language, string>>>;
    descriptions: Json<Partial<Record<Language, string>>>;
    shared: Generated<boolean>;
    definition: ColumnType<ReportContent, string, string>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  short_links: {
    company_id: CompanyId;
    id: LinkId;
    owner_id: UserId;
    code: string;
    /** Query of the map's address. */
    address: string;
    created_at: ColumnType<Date, Date, never>;
    expires_at: StampOrNull;
    turned_off_at: StampOrNull;
    opened_count: Generated<number>;
  };
}
