import { type Case, changeCases } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import { assignedCasesSubject, objectSubject, useObjectChanges } from '../../objects/changeObjects.ts';
import { retireToasts, showToast } from '../../ui/toasts/index.ts';

const assign = (ids: readonly number[], assigneeId: number | null) =>
  callApi(changeCases, { body: { ids: [...ids], assigneeId } });

/** Assigns cases to one person, or to nobody, and offers to give each back to whom it had. */
export function useAssignCases(cases: readonly Case[]) {
  const { language } = useTexts();
  const { t, cache, notifyFailed } = useObjectChanges();
  const showAll = async () => {
    await Promise.all([cache.invalidateCaseLists(), ...cases.map(({ id }) => cache.invalidateCase(id))]);
  };
  const giveBack = async () => {
    const before = Map.groupBy(cases, ({ assignee }) => assignee?.id ?? null);
    for (const [assigneeId, group] of before)
      await assign(
        group.map(({ id }) => id),
        assigneeId,
      );
  };
  return useMutation({
    mutationFn: (assigneeId: number | null) =>
      assign(
        cases.map(({ id }) => id),
        assigneeId,
      ),
    onSuccess: ({ count }) => {
      for (const { id } of cases) retireToasts(objectSubject(id));
      const undo = () =>
        void giveBack()
          .catch((cause) => notifyFailed(cause))
          .finally(() => void showAll());
      showToast({
        kind: 'success',
        message: t('INBOX.ASSIGNED', { count, number: formatNumber(count, language) }),
        action: { label: t('COMMON.UNDO'), onAct: undo },
        subject: assignedCasesSubject,
      });
    },
    onError: (cause) => notifyFailed(cause),
    onSettled: showAll,
  });
}
