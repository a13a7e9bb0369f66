import { type BaseMapScheme, baseMapColors } from '../../draw/baseMapColors.ts';
import type { AreaClass } from '../schema/MapFeature.ts';

export interface GroundColors extends Readonly<Record<AreaClass, string>> {
  readonly land: string;
  readonly shore: string;
  readonly buildingLine: string;
  readonly road: string;
  readonly roadCasing: string;
  readonly mainRoad: string;
  readonly mainRoadCasing: string;
  readonly tunnel: string;
  readonly path: string;
  readonly rail: string;
  readonly border: string;
}

const { light, dark } = baseMapColors;

/** Colours of the archive's map; those that the embedded map has, too, are the same. */
export const groundColors: Readonly<Record<BaseMapScheme, GroundColors>> = {
  light: {
    land: light.land,
    water: light.water,
    shore: light.shore,
    urban: light.builtUp,
    border: light.border,
    industrial: '#e9e6e2',
    farmland: '#f3f1e7',
    grass: '#edf1e4',
    park: '#dfe9d3',
    cemetery: '#e1e8d8',
    sand: '#f2ecd8',
    wetland: '#e0e9e2',
    wood: '#e4ebda',
    pedestrianArea: '#f1ede6',
    building: '#e2dcd1',
    buildingLine: '#d6cfc2',
    road: light.road,
    roadCasing: light.roadCasing,
    mainRoad: '#fbe7bd',
    mainRoadCasing: '#dbbf83',
    tunnel: '#f3efe8',
    path: '#cbc1b1',
    rail: light.rail,
  },
  dark: {
    land: dark.land,
    water: dark.water,
    shore: dark.shore,
    urban: dark.builtUp,
    border: dark.border,
    industrial: '#2b3135',
    farmland: '#22292d',
    grass: '#252e2b',
    park: '#26342e',
    cemetery: '#27322d',
    sand: '#2d2d28',
    wetland: '#21302f',
    wood: '#232f2a',
    pedestrianArea: '#2c3439',
    building: '#313a40',
    buildingLine: '#3b454c',
    road: dark.road,
    roadCasing: dark.roadCasing,
    mainRoad: '#5a513d',
    mainRoadCasing: '#1a2025',
    tunnel: '#2d353b',
    path: '#4a555d',
    rail: dark.rail,
  },
};
