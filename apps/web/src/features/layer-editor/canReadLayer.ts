import type { Classifier, CurrentUser } from '@pgis/contract';

/** Layer rights are held in the unit of the layer (D-PERM-01); nobody may read layers of other companies. */
export function canReadLayer(
  { companyId, Admin, permissions }: CurrentUser,
  layer: Pick<Classifier, 'companyId' | 'unitId'>,
): boolean {
  if (layer.companyId !== companyId) return false;
  return Admin || permissions.unitPermissions[String(layer.unitId)]?.includes('Read') === true;
}
