/** Colours for canvas code, equal to the design tokens accent, selection and error. */
export const mapColors = {
  sketch: '#0b6b91',
  sketchFill: 'rgba(11, 107, 145, 0.2)',
  other: '#b45309',
  overdue: '#c42b2f',
  casing: '#ffffff',
} as const;
