import type {
  ExportFormat,
  Language,
  LayerField,
  Level,
  Preferences,
  ReportContent,
  ReportSelection,
  Ruleset,
} from '@pgis/contract';
import type { ColumnType, Generated } from 'kysely';

/** Row types of every table; the migrations are the truth, a test compares the two. */

/** jsonb with a default: read parsed, written as text. */
type Json<T> = ColumnType<T, string | undefined, string>;
type Stamp = ColumnType<Date, Date | undefined, Date>;
type StampOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** WKB or EWKT comes and goes through PostGIS functions only. */
type Geometry = ColumnType<unknown, unknown, unknown>;

export interface Schema {
  companies: {
    company_id: number;
    name: string;
    reg_number: Generated<string>;
    address: Generated<string>;
    email: Generated<string>;
    phone: Generated<string>;
    website: Generated<string>;
    default_lon: number | null;
    default_lat: number | null;
    default_zoom: number | null;
    /** Data URI of a re-encoded picture. */
    logo_image: string | null;
    created_at: Stamp;
  };
  units: { company_id: number; id: number; parent_id: number | null; name: string };
  users: {
    company_id: number;
    id: number;
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
    last_login_at: StampOrNull;
    last_activity_at: StampOrNull;
    created_at: Stamp;
    /** Names nobody any more. */
    deleted_at: StampOrNull;
  };
  groups: {
    company_id: number;
    id: number;
    name: string;
    module_admin: Generated<boolean>;
    module_custom_reports: Generated<boolean>;
  };
  group_members: { company_id: number; group_id: number; user_id: number };
  group_grants: { company_id: number; group_id: number; unit_id: number; level: Level };
  sessions: {
    company_id: number;
    id: string;
    user_id: number;
    created_at: Stamp;
    expires_at: ColumnType<Date, Date, Date>;
    ended_at: StampOrNull;
    end_reason: string | null;
    ip: Generated<string>;
    user_agent: Generated<string>;
  };
  session_refreshes: {
    company_id: number;
    session_id: string;
    access_jti: string;
    token_hash: Buffer;
    created_at: Stamp;
    used_at: StampOrNull;
    new_jti: string | null;
  };
  one_time_tokens: {
    company_id: number;
    token_hash: Buffer;
    user_id: number;
    kind: 'invitation' | 'reset';
    created_at: Stamp;
    expires_at: ColumnType<Date, Date, Date>;
    used_at: StampOrNull;
  };
  mail_jobs: {
    company_id: number;
    id: number;
    kind: 'invitation' | 'reset' | 'receipt' | 'comment' | 'review';
    user_id: number | null;
    geom_id: number | null;
    details: Json<Record<string, unknown>>;
    attempts: Generated<number>;
    created_at: Stamp;
    /** When it is tried; while it is being sent, when somebody else may try. */
    due_at: Stamp;
  };
  mail_refusals: { address_hash: Buffer; at: Stamp };
  rate_events: { kind: string; key: string; at: Stamp };
  server_secrets: { name: string; value: string; created_at: Stamp };
  classifiers: {
    company_id: number;
    id: number;
    parent_id: number | null;
    kind: 'root' | 'group' | 'layer' | 'statusGroup' | 'status';
    source_id: number | null;
    unit_id: number | null;
    name: string;
    description: Generated<string>;
    names: Json<Partial<Record<'en' | 'ru' | 'lv', string>>>;
    status_type: 'open' | 'fixed' | 'closed' | null;
    position: Generated<number>;
    zoom_from: number | null;
    zoom_to: number | null;
    z_index: Generated<number>;
    serverside: Generated<boolean>;
    allow_public_registration: Generated<boolean>;
    show_after_review: Generated<boolean>;
    show_default: Generated<boolean>;
    all_objects_public: boolean | null;
    geom_style: Generated<string>;
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
    company_id: number;
    id: number;
    class_id: number;
    /** 1 points, 2 lines, 3 polygons. */
    kind: number;
    geom: Geometry;
    name: Generated<string>;
    description: Generated<string>;
    data: Json<Record<string, string | number | boolean | null>>;
    is_public: Generated<boolean>;
    user_email: Generated<string>;
    /** In which to write to `user_email`. */
    reporter_language: 'en' | 'ru' | 'lv' | null;
    author_id: number | null;
    visitor_id: string | null;
    upvote_count: Generated<number>;
    latest_comment_id: number | null;
    latest_public_comment_id: number | null;
    /** D-CLS-07: kept from the public. */
    review: 'waiting' | 'hidden' | null;
    hidden_reason: Generated<string>;
    import_key: string | null;
    /** Metres of a line, square metres of a polygon, 0 of a point; a trigger keeps it. */
    measure: Generated<number | null>;
    version: Generated<number>;
    created_at: Stamp;
    updated_at: Stamp;
    deleted_at: StampOrNull;
  };
  /** Boxes of what changed on the map, in EPSG:3857; a trigger writes them. */
  map_changes: {
    company_id: number;
    class_id: number;
    id: number;
    /** Of the transaction that made it. */
    xid: number;
    /** Changes in this row. */
    steps: Generated<number>;
    min_x: number;
    min_y: number;
    max_x: number;
    max_y: number;
  };
  comments: {
    company_id: number;
    id: number;
    geom_id: number;
    content: string;
    status_id: number;
    is_public: Generated<boolean>;
    author_id: number | null;
    author_name: Generated<string>;
    added_at: Stamp;
    deleted_at: StampOrNull;
  };
  geom_files: {
    company_id: number;
    id: number;
    geom_id: number;
    /** Name in the blob store; random, and never seen outside. */
    blob_key: string;
    name: string;
    description: Generated<string>;
    size: number;
    /** By content. */
    mime: string;
    is_image: boolean;
    added_by: number | null;
    added_at: Stamp;
  };
  company_zips: {
    company_id: number;
    id: number;
    blob_key: string;
    name: string;
    size: number;
    entries: number;
    added_by: number | null;
    added_at: Stamp;
  };
  loose_blobs: { blob_key: string; since: Stamp };
  visitor_uploads: { key: string; at: Stamp; bytes: number };
  upvotes: { company_id: number; geom_id: number; voter: string; at: Stamp };
  idempotency_keys: {
    company_id: number;
    key_hash: Buffer;
    request_hash: Buffer;
    geom_id: number;
    created_at: Stamp;
  };
  audit_log: {
    company_id: number;
    id: number;
    at: Stamp;
    user_id: number | null;
    user_name: Generated<string>;
    ip: Generated<string>;
    action: string;
    entity: string;
    entity_id: number | null;
    entity_name: Generated<string>;
    unit_id: number | null;
    result: Generated<string>;
    details: Json<Record<string, unknown>>;
    request_id: Generated<string>;
    /** Of objects, their files, and layers. */
    layer_id: number | null;
    seal_no: number | null;
    seal: Buffer | null;
    salt: Buffer | null;
    digest: Buffer | null;
  };
  /** Objects of a row of the log that is about many. */
  bulk_edit_objects: { company_id: number; geom_id: number; log_id: number };
  audit_chains: { company_id: number; seal_no: Generated<number>; seal: Generated<Buffer> };
  map_layers: {
    company_id: number;
    id: number;
    name: string;
    names: Json<Partial<Record<'en' | 'ru' | 'lv', string>>>;
    group_name: Generated<string>;
    group_names: Json<Partial<Record<'en' | 'ru' | 'lv', string>>>;
    overlay: Generated<boolean>;
    source_type: 'XYZ' | 'BingMaps' | 'TileWMS';
    source_json: string;
    visibility: Generated<boolean>;
    version: Generated<number>;
  };
  report_exports: {
    company_id: number;
    id: number;
    user_id: number;
    /** Whose rights are asked when it is begun anew after a restart. */
    session_id: string;
    language: Language;
    class_id: number;
    format: ExportFormat;
    file_name: string;
    selection: ColumnType<ReportSelection, string, string>;
    request_id: Generated<string>;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    /** How often it was begun. */
    attempts: Generated<number>;
    rows_done: Generated<number>;
    rows_total: number | null;
    /** Name in the blob store, once the file is there. */
    blob_key: string | null;
    size: number | null;
    beat_at: Stamp;
    created_at: Stamp;
    expires_at: ColumnType<Date, Date, Date>;
  };
  custom_reports: {
    company_id: number;
    id: number;
    /** null of what came with the product. */
    owner_id: number | null;
    name: string;
    description: Generated<string>;
    names: Json<Partial<Record<Language, string>>>;
    descriptions: Json<Partial<Record<Language, string>>>;
    shared: Generated<boolean>;
    definition: ColumnType<ReportContent, string, string>;
    created_at: Stamp;
    updated_at: Stamp;
  };
}
