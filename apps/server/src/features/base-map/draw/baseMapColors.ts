export type BaseMapScheme = 'light' | 'dark';

export interface BaseMapColors {
  readonly land: string;
  /** Sea, lakes and rivers. */
  readonly water: string;
  readonly shore: string;
  readonly builtUp: string;
  readonly border: string;
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
    label: '#3a444c',
    smallLabel: '#59646d',
    waterLabel: '#2d5b6b',
    halo: 'rgba(255, 255, 255, 0.86)',
  },
  dark: {
    land: '#20272c',
    water: '#15303d',
    shore: '#24495a',
    builtUp: '#2a3136',
    border: '#75688a',
    label: '#c9d2d8',
    smallLabel: '#9aa6af',
    waterLabel: '#7fb2c6',
    halo: 'rgba(20, 26, 31, 0.88)',
  },
};
