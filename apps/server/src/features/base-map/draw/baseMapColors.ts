export type BaseMapScheme = 'light' | 'dark';

export interface BaseMapColors {
  readonly land: string;
  /** Sea, lakes and rivers. */
  readonly water: string;
  readonly shore: string;
  readonly builtUp: string;
  readonly border: string;
  readonly road: string;
  readonly roadCasing: string;
  readonly rail: string;
  /** Lines where the map has no detail. */
  readonly grid: string;
  readonly label: string;
  readonly smallLabel: string;
  readonly waterLabel: string;
  readonly halo: string;
}

export const baseMapColors: Readonly<Record<BaseMapScheme, BaseMapColors>> = {
  light: {
    land: '#f5f3ee',
    water: '#c3d9e3',
    shore: '#a5c4d2',
    builtUp: '#ebe7df',
    border: '#a294ab',
    road: '#ffffff',
    roadCasing: '#d9d2c5',
    rail: '#b9b4ab',
    grid: 'rgba(90, 80, 60, 0.1)',
    label: '#3a444c',
    smallLabel: '#55606a',
    waterLabel: '#2d5c6e',
    halo: 'rgba(255, 255, 255, 0.86)',
  },
  dark: {
    land: '#20272c',
    water: '#15303d',
    shore: '#24495a',
    builtUp: '#2a3136',
    border: '#75688a',
    road: '#3d474f',
    roadCasing: '#1a2025',
    rail: '#47515a',
    grid: 'rgba(255, 255, 255, 0.06)',
    label: '#c9d2d8',
    smallLabel: '#9aa6af',
    waterLabel: '#7fb2c6',
    halo: 'rgba(20, 26, 31, 0.88)',
  },
};
