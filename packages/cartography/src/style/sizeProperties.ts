/** How the size of a symbol follows a number; `log` is for numbers of several orders of magnitude. */
export const SIZE_SCALES = ['area', 'width', 'log'] as const;

const MAX_SIZE_PX = 256;
const MAX_LINE_PX = 100;
/** Values have at most 15 digits before the point (`NUMBER_PATTERN`). */
const MAX_VALUE = 1e15;
const value = { type: 'number', min: -MAX_VALUE, max: MAX_VALUE, unit: 'value' } as const;
const pointPx = { type: 'number', min: 1, max: MAX_SIZE_PX, unit: 'px' } as const;
const linePx = { type: 'number', min: 0.1, max: MAX_LINE_PX, unit: 'px' } as const;

/** Properties of the whole style by which the numbers of a field set the size of its symbols. */
export const SIZE_PROPERTIES = {
  sizeField: {
    type: 'text',
    default: '',
    description:
      "Field whose numbers set the size of points, whatever rule draws them; empty for the rule's own size. Properties with `size` belong to the whole style: those of a rule have no effect.",
  },
  sizeScale: {
    type: 'choice',
    default: 'area',
    values: SIZE_SCALES,
    description: 'What grows with the number: the area, the width, or the width with its logarithm.',
  },
  sizeFrom: { ...value, default: 0, description: 'Number of the smallest size; lower ones have it too.' },
  sizeTo: { ...value, default: 100, description: 'Number of the largest size; higher ones have it too.' },
  sizeMin: { ...pointPx, default: 6, description: 'Smallest height of the form, the dot or the icon.' },
  sizeMax: { ...pointPx, default: 48, description: 'Largest height.' },
  sizeMissing: {
    type: 'choice',
    default: 'rule',
    values: ['rule', 'smallest'],
    description: 'Size of an object without a number in the field.',
  },
  sizeLines: { type: 'boolean', default: false, description: 'The field sets the width of lines, too.' },
  sizeLineMin: { ...linePx, default: 1, description: 'Smallest width of lines.' },
  sizeLineMax: { ...linePx, default: 10, description: 'Largest width of lines.' },
} as const;
