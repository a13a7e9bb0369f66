import type { CompanyId } from './ids.ts';

/** Number of ids of one company: an id is company number * 2^32 + running number. */
export const idsPerCompany = 2 ** 32;

/** Returns the company that an id belongs to; 0 is the system. */
export const companyOf = (id: number): CompanyId => Math.floor(id / idsPerCompany);

/** D-OBJ-13: the reference number a person can say on the phone, `company-number`. */
export const referenceOf = (id: number): string => `${companyOf(id)}-${id % idsPerCompany}`;
