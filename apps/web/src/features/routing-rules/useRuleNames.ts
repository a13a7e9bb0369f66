import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assigneesQuery } from '../../objects/caseQueries.ts';
import { useLayerList } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import type { RuleNames } from './ruleTexts.ts';

const noGroups = [] as const;

/** Layers, units and persons that rules can name: all that the case layers of the company have. */
export function useRuleNames() {
  const { user } = useSession();
  const { data: groups = noGroups, isPending } = useLayerList();
  const own = useMemo(() => groups.filter(({ companyId }) => companyId === user?.companyId), [groups, user]);
  const all = useMemo(
    () => own.flatMap(({ childClassifiers }) => childClassifiers.filter(({ sourceId }) => sourceId === null)),
    [own],
  );
  const layers = useMemo(() => all.filter(({ caseLayer }) => caseLayer !== null), [all]);
  const assignees = useQueries({
    queries: layers.map(({ id }) => assigneesQuery(id, user?.userId ?? null)),
    combine: (results) => ({
      lists: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      isLoading: results.some(({ isPending }) => isPending),
    }),
  });
  const isLoaded = !isPending && !assignees.isLoading;
  const names: RuleNames = useMemo(
    () => ({
      isLoaded,
      layers: new Map(all.map(({ id, name }) => [id, name])),
      units: new Map(
        assignees.lists.flatMap(({ units }) => units.map(({ id, name }) => [id, name] as const)),
      ),
      people: new Map(
        assignees.lists.flatMap(({ people }) => people.map(({ id, name }) => [id, name] as const)),
      ),
    }),
    [all, assignees, isLoaded],
  );
  return { names, layers, allLayers: all };
}
