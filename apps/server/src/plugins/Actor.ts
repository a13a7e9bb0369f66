import type { Language, Level } from '@pgis/contract';

/** Who is asking, from the verified token and its session row; never from a body. */
export type Actor = AnonymousActor | UserActor;

export interface AnonymousActor {
  readonly kind: 'anonymous';
  /** From the signed visitor cookie, when the browser has one. */
  readonly visitorId: string | undefined;
  /** Reports that were opened in this browser by the link of their mail. */
  readonly reportIds?: readonly number[];
  readonly address: string;
}

export interface UserActor {
  readonly kind: 'user';
  readonly userId: number;
  readonly companyId: number;
  readonly userName: string;
  readonly language: Language;
  /** Highest level held in each unit; a grant on a unit is already spread to the units below it. */
  readonly unitLevels: ReadonlyMap<number, Level>;
  readonly moduleAdmin: boolean;
  readonly hasCustomReports: boolean;
  /** Has not set a password of his own yet: may only do that and sign out. */
  readonly firstLogin: boolean;
  readonly sessionId: string;
  readonly address: string;
}
