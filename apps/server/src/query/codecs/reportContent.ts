import { resolveRuleset } from '@pgis/conditions';
import type { ReportContent } from '@pgis/contract';
import type { UserActor } from '../../access/Actor.ts';
import { toReporter } from '../../layers/layerPermissions.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { ObjectQuery } from '../ObjectQuery.ts';

interface ContentContext {
  readonly actor: UserActor;
  /** The layers of the report that the actor may see. */
  readonly layers: readonly LayerAccess[];
  /** The report's period as days of the company. */
  readonly days: { readonly from?: string; readonly to?: string };
  /** Day of the company, from which relative dates count. */
  readonly today: string;
}

/** Wire form: the ruleset and the filter of a custom report (D-REP-03). */
export const toContentQuery = (
  { ruleset, filter, dateField }: Pick<ReportContent, 'ruleset' | 'filter' | 'dateField'>,
  { actor, layers, days, today }: ContentContext,
): ObjectQuery => ({
  layers,
  fields: ruleset && resolveRuleset(ruleset, today),
  text: filter.text,
  statusIds: filter.statusIds,
  addedBy: filter.onlyMine === true ? toReporter(actor) : undefined,
  period: { date: dateField, from: days.from, to: days.to },
});
