import type { IEntity } from 'dxf-parser';

export interface DxfPoint {
  readonly x: number;
  readonly y: number;
  readonly bulge?: number;
}

/** The properties of entities that are read here; the parser's types have one interface for each. */
export interface DxfEntity extends IEntity {
  readonly vertices?: readonly DxfPoint[];
  readonly position?: DxfPoint;
  readonly startPoint?: DxfPoint;
  readonly center?: DxfPoint;
  readonly radius?: number;
  readonly startAngle?: number;
  readonly endAngle?: number;
  readonly angleLength?: number;
  readonly majorAxisEndPoint?: DxfPoint;
  readonly axisRatio?: number;
  readonly shape?: boolean;
  readonly text?: string;
  readonly name?: string;
  readonly points?: readonly DxfPoint[];
  readonly controlPoints?: readonly DxfPoint[];
  readonly fitPoints?: readonly DxfPoint[];
}
