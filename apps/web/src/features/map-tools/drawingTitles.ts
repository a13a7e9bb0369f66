export const drawingTitles = {
  DrawPoint: 'MAP.WORK.DRAWING_POINT',
  DrawLine: 'MAP.WORK.DRAWING_LINE',
  DrawPolygon: 'MAP.WORK.DRAWING_POLYGON',
} as const;

export type DrawingAction = keyof typeof drawingTitles;
