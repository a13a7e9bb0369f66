import { generateStyle, refreshStyle } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';

interface FieldOfLayer {
  readonly layerId: number;
  readonly field: string;
}

/** RULE-11: a style with a rule for each value of a field. The layer changes only when the style is saved. */
export const useGenerateStyle = () =>
  useMutation({
    mutationFn: ({ layerId, field }: FieldOfLayer) =>
      callApi(generateStyle, { params: { classifierId: layerId, ruleKey: field }, body: {} }),
  });

/** Returns the style with rules added for the values of a field that have none. The layer changes only when the style is saved. */
export const useRefreshStyle = () =>
  useMutation({
    mutationFn: ({ layerId, field, geomStyle }: FieldOfLayer & { readonly geomStyle: string }) =>
      callApi(refreshStyle, { params: { classifierId: layerId, ruleKey: field }, body: { geomStyle } }),
  });
