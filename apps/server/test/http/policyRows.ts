import type { Call } from '@pgis/contract';
import type { ActorCompany } from '@pgis/testkit';

export const roles = ['moduleAdmin', 'unitAdmin', 'writer', 'reader', 'nobody'] as const;
const outsiders = ['anonymous', 'foreignAdmin', 'disabled', 'expired'] as const;
export type Who = (typeof roles)[number] | (typeof outsiders)[number];
export const everybody: readonly Who[] = [...outsiders.slice(0, 1), ...roles, ...outsiders.slice(1)];

/** Users of the company: the actor, another user, and an absent one. */
export type Whose = 'own' | 'other' | 'absent';

export const ended = { disabled: '401 SESSION_ENDED', expired: '401 SESSION_ENDED' } as const;
export const needsSession = { anonymous: '401 NOT_SIGNED_IN', ...ended } as const;
export const all = (answer: string) =>
  Object.fromEntries([...roles, 'foreignAdmin'].map((who) => [who, answer])) as Record<
    Exclude<Who, 'anonymous' | 'disabled' | 'expired'>,
    string
  >;

export interface PolicyRow {
  readonly call: Call;
  readonly whose: Whose;
  readonly params?: (company: ActorCompany, userId: number) => Record<string, string | number>;
  readonly query?: string;
  readonly body?: object;
  /** Of calls about the tree and base layers: what they ask about. */
  readonly about?: (fixtures: PolicyFixtures) => { params: Record<string, string | number>; body?: object };
  /** Status, and the code of an error. */
  readonly expected: Readonly<Record<Who, string>>;
}

/** In the unit where writer and unitAdmin have their level; nothing of it is to be seen from outside. */
export interface PolicyFixtures {
  readonly group: number;
  /** Has an object, so that nobody can delete it. */
  readonly layer: number;
  /** Has none, and may be asked to lose them as often as one likes. */
  readonly emptyLayer: number;
  readonly orderedGroup: number;
  readonly orderedLayer: number;
  readonly status: number;
  readonly mapLayer: number;
}

export const sourceJson = '{"url":"https://tiles.example/{z}/{x}/{y}.png"}';
export const forbidden = '403 FORBIDDEN';
/** D-PERM: rows of the table from which level on an action is there. */
export const from = (role: 'moduleAdmin' | 'unitAdmin' | 'writer' | 'reader', answer: string) => {
  const first = roles.indexOf(role);
  return {
    ...all(forbidden),
    ...Object.fromEntries(roles.slice(0, first + 1).map((who) => [who, answer])),
    foreignAdmin: '404 NOT_FOUND',
    ...needsSession,
  } as Record<Who, string>;
};
/** What is for module Admins, of whatever company, and nobody else. */
export const moduleAdmins = (answer: string) => ({
  ...all(forbidden),
  moduleAdmin: answer,
  foreignAdmin: answer,
  ...needsSession,
});
/** The same for unit Admins too. */
export const admins = (answer: string) => ({ ...moduleAdmins(answer), unitAdmin: answer });
export const absentAnswers = { ...all('404 NOT_FOUND'), ...needsSession };
