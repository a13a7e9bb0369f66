import type { Classifier, CurrentUser } from '@pgis/contract';

/** Layer rights ask the unit that the layer stands in (D-PERM-01); those of other companies are read by nobody. */
export function canReadLayer(
  { companyId, Admin, permissions }: CurrentUser,
  layer: Pick<Classifier, 'companyId' | 'unitId'>,
): boolean {
  if (layer.companyId !== companyId) return false;
  return Admin || permissions.unitPermissions[String(layer.unitId)]?.includes('Read') === true;
}
