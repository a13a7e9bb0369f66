import type { CompanyId, Language, Level, ObjectId, UnitId, UserId } from '@pgis/contract';

/** Caller of a request, taken from the verified token and its session row; never from a body. */
export type Actor = AnonymousActor | UserActor;

export interface AnonymousActor {
  readonly kind: 'anonymous';
  /** From the signed visitor cookie, when the browser has one. */
  readonly visitorId: string | undefined;
  /** Reports that were opened in this browser by the link in their mail. */
  readonly reportIds?: readonly ObjectId[];
  readonly address: string;
}

export interface UserActor {
  readonly kind: 'user';
  readonly userId: UserId;
  readonly companyId: CompanyId;
  readonly userName: string;
  readonly language: Language;
  /** Highest level held in each unit; a grant on a unit is already applied to the units below it. */
  readonly unitLevels: ReadonlyMap<UnitId, Level>;
  readonly moduleAdmin: boolean;
  readonly hasCustomReports: boolean;
  /** The user has not set a password of their own yet and may only do that and sign out. */
  readonly firstLogin: boolean;
  readonly sessionId: string;
  readonly address: string;
}
