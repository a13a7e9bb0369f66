/** Colours for canvas code, equal to the design tokens accent and selection. */
export const mapColors = {
  sketch: '#0b6b91',
  sketchFill: 'rgba(11, 107, 145, 0.2)',
  other: '#b45309',
  casing: '#ffffff',
} as const;
