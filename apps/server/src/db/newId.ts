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
  | 'mail_seq'
  | 'map_layer_seq'
  | 'report_seq';

/** Number of ids of one company: an id is company number * 2^32 + running number. */
export const idsPerCompany = 2 ** 32;

/** SQL for a new id of a company, for use in VALUES. */
export const newId = (companyId: number, counter: Counter): RawBuilder<number> =>
  sql<number>`new_id(${companyId}::integer, ${counter}::regclass)`;

/** Company that an id belongs to; 0 is the system. */
export const companyOf = (id: number): number => Math.floor(id / idsPerCompany);

/** D-OBJ-13: the reference number a person can say on the phone, `company-number`. */
export const referenceOf = (id: number): string => `${companyOf(id)}-${id % idsPerCompany}`;
