import type { ReporterPage } from '@pgis/contract';

export interface Step {
  readonly name: 'received' | 'inProgress' | 'end';
  readonly state: 'done' | 'current' | 'ahead';
  /** ISO 8601; null while it lies ahead, or where nobody has said when. */
  readonly at: string | null;
}

type Report = Pick<ReporterPage, 'state' | 'receivedAt' | 'progressAt' | 'endedAt'>;

const reached = { waiting: 0, hidden: 0, received: 0, inProgress: 1, done: 2, closed: 2 } as const;

/** The three steps of a report; the last one that it has reached is the current one. */
export function stepsOf({ state, receivedAt, progressAt, endedAt }: Report): readonly Step[] {
  const at = { received: receivedAt, inProgress: progressAt, end: endedAt };
  const current = reached[state];
  return (['received', 'inProgress', 'end'] as const).map((name, index) => ({
    name,
    at: at[name],
    state: index > current ? 'ahead' : index === current ? 'current' : 'done',
  }));
}
