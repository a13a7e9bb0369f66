/** PRINT-09. */
export interface PrintInfo {
  readonly header: string;
  readonly footer: string;
  readonly includeDataTables: boolean;
}

export const papers = ['A4', 'A3'] as const;
export const orientations = ['portrait', 'landscape'] as const;
/** Denominators of the scales that can be selected. */
export const scales = [500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 25_000, 50_000, 100_000] as const;

/** The settings of the print dialog. */
export interface PrintChoice extends PrintInfo {
  readonly output: 'printer' | 'pdf';
  readonly paper: (typeof papers)[number];
  readonly orientation: (typeof orientations)[number];
  readonly scale: 'screen' | (typeof scales)[number];
}

export const firstChoice: PrintChoice = {
  header: '',
  footer: '',
  includeDataTables: false,
  output: 'printer',
  paper: 'A4',
  orientation: 'portrait',
  scale: 'screen',
};
