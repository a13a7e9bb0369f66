/** Colours that canvas code needs; the same numbers as in the tokens of the interface (accent, selection). */
export const mapColors = {
  sketch: '#0b6b91',
  sketchFill: 'rgba(11, 107, 145, 0.2)',
  other: '#b45309',
  casing: '#ffffff',
} as const;
