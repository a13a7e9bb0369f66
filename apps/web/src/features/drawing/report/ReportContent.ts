import type { DrawValues } from '../form/DrawValues.ts';
import type { Place, TypedAddress } from './place/Place.ts';

/** Name of a visitor's report among the forms with drafts. */
export const CITIZEN_REPORT = 'citizen report';

/** Content of a visitor's report besides its photos. */
export interface ReportContent {
  readonly values: DrawValues;
  readonly typed: TypedAddress | null;
  readonly place: Place | null;
  readonly wantsMails: boolean;
}

/** Returns the content to store: without the e-mail address, which the next visitor of a shared browser must not read. */
export const withoutEmail = (content: ReportContent): ReportContent => ({
  ...content,
  values: { ...content.values, userEmail: '' },
  wantsMails: false,
});

/** Draft of a report; without the e-mail address. */
export interface ReportDraft extends ReportContent {
  /** Number of its photos, by which the form knows that the browser could not store all of them. */
  readonly photoCount: number;
  /** Key of its photos, which are stored apart: a draft is written again with each word. */
  readonly photoKey: string;
  /** Key of the refused report that it corrects; null for a new one. */
  readonly refusedKey: string | null;
}
