import type { Comparison, DifferenceKind, ImportResult } from '@pgis/contract';
import type { DifferenceChoice } from '../importQueries.ts';

/** Kinds of differences that can be taken; the others are only shown. */
export const chosenKinds = ['added', 'changed', 'conflict', 'missing'] as const;
export type ChosenKind = (typeof chosenKinds)[number];

export const isChosenKind = (kind: DifferenceKind): kind is ChosenKind =>
  chosenKinds.some((one) => one === kind);

const none = { all: false, except: [] };
const whole = { all: true, except: [] };

/** A difference that would overwrite an edit or delete an object is never selected for the user. */
export const startChoice: DifferenceChoice = {
  added: whole,
  changed: whole,
  conflict: none,
  missing: none,
};

export const isSelected = (choice: DifferenceChoice, kind: ChosenKind, id: number): boolean =>
  choice[kind].all !== choice[kind].except.includes(id);

export const selectAll = (choice: DifferenceChoice, kind: ChosenKind, all: boolean): DifferenceChoice => ({
  ...choice,
  [kind]: { all, except: [] },
});

export function toggle(choice: DifferenceChoice, kind: ChosenKind, id: number): DifferenceChoice {
  const { all, except } = choice[kind];
  const rest = except.filter((one) => one !== id);
  return { ...choice, [kind]: { all, except: rest.length < except.length ? rest : [...except, id] } };
}

export function countSelected(
  choice: DifferenceChoice,
  { counts }: Pick<Comparison, 'counts'>,
  kind: ChosenKind,
): number {
  const { all, except } = choice[kind];
  return all ? counts[kind] - except.length : except.length;
}

/** Objects that an import has added, updated or deleted. */
export const countApplied = ({ added, compared }: ImportResult): number =>
  added + (compared?.updated ?? 0) + (compared?.deleted ?? 0);
