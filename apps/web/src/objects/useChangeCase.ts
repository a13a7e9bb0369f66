import { type BodyOf, type Case, changeCases } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { retireToasts } from '../ui/toasts/index.ts';
import { assignedCasesSubject, useObjectChanges } from './changeObjects.ts';

export type CaseChange = Omit<BodyOf<typeof changeCases>, 'ids'>;

/** The values that a change replaces. A pause has none: its end has moved the due date. */
function toReplaced({ assignee, unit, dueOn, priority }: Case, change: CaseChange): CaseChange {
  return {
    ...(change.assigneeId !== undefined && { assigneeId: assignee?.id ?? null }),
    ...(change.unitId !== undefined && { unitId: unit?.id ?? null }),
    ...(change.dueOn !== undefined && { dueOn }),
    ...(change.priority !== undefined && { priority }),
  };
}

/** Saves a change of a case at once and offers Undo. */
export function useChangeCase(one: Case) {
  const { t, cache, notifyDone, notifyUndoable, notifyFailed } = useObjectChanges();
  const save = (change: CaseChange) => callApi(changeCases, { body: { ids: [one.id], ...change } });
  return useMutation({
    mutationFn: save,
    onSuccess: (_, change) => {
      retireToasts(assignedCasesSubject);
      const replaced = toReplaced(one, change);
      const undo = () =>
        void save(replaced)
          .catch((cause) => notifyFailed(cause))
          .finally(() => cache.invalidateCase(one.id));
      if (Object.keys(replaced).length === 0) notifyDone(t('CASES.SAVED'));
      else notifyUndoable(t('CASES.SAVED'), undo, one.id);
    },
    onError: (cause) => notifyFailed(cause, one.id),
    onSettled: () => cache.invalidateCase(one.id),
  });
}
