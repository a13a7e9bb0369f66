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
  | 'report_seq';

/** Number of ids of one company: an id is company number * 2^32 + running number. */
export const idsPerCompany = 2 ** 32;

/** Returns SQL for a new id of a company, for use in VALUES. */
export const newId = (companyId: CompanyId, counter: Counter): RawBuilder<number> =>
  sql<number>`new_id(${companyId}::integer, ${counter}::regclass)`;

/** Returns the company that an id belongs to; 0 is the system. */
export const companyOf = (id: number): CompanyId => Math.floor(id / idsPerCompany);

/** D-OBJ-13: the reference number a person can say on the phone, `company-number`. */
export const referenceOf = (id: number): string => `${companyOf(id)}-${id % idsPerCompany}`;
