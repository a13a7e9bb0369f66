import type { CompanyId } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';

export type Counter =
  | 'unit_seq'
  | 'user_seq'
  | 'group_seq'
  | 'classifier_seq'
  | 'geom_seq'
  | 'comment_seq'
  | 'file_seq'
  | 'audit_seq'
  | 'job_seq'
  | 'map_layer_seq'
  | 'report_seq'
  | 'report_schedule_seq'
  | 'link_seq'
  | 'import_seq'
  | 'import_change_seq'
  | 'change_seq'
  | 'routing_rule_seq'
  | 'reply_template_seq'
  | 'notice_seq'
  | 'follow_seq'
  | 'import_change_seq';

/** Returns SQL for a new id of a company, for use in VALUES. */
export const newId = (companyId: CompanyId, counter: Counter): RawBuilder<number> =>
  sql<number>`new_id(${companyId}::integer, ${counter}::regclass)`;
