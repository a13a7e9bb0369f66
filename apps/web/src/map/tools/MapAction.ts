/** TOOL-06: the map actions, spelled as specified. */
export const mapActions = [
  'None',
  'DrawPoint',
  'DrawLine',
  'DrawPolygon',
  'SelectObject',
  'DragObject',
  'Print',
  'MeassureDistance',
  'MeassureArea',
] as const;
export type MapAction = (typeof mapActions)[number];
