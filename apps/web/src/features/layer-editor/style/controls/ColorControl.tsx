import { ColorInput } from '@mantine/core';
import { LAYER_COLORS, parseColor, toRgba } from '@pgis/cartography';
import { useState } from 'react';
import { problemText, useTexts } from '../../../../i18n/index.ts';

interface ColorControlProps {
  readonly label: string;
  readonly value: string;
  /** True where several rules have different colours; the control is empty then. */
  readonly isMixed: boolean;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (rgba: string) => void;
}

/** An invalid colour stays as typed: the check before saving marks it, and nothing is lost. */
const toSaved = (text: string): string => {
  const color = parseColor(text);
  return color ? toRgba(color) : text;
};

const swatches = LAYER_COLORS.map(({ color }) => toSaved(color));

/** STYLE-12: a colour with transparency; the value is rgba in whatever form it is typed. */
export function ColorControl({
  label,
  value: stored,
  isMixed,
  error,
  isDisabled,
  onChange,
}: ColorControlProps) {
  const { t } = useTexts();
  const value = isMixed ? '' : stored;
  /** The text while it is being typed: `#ff0` must not become rgba before `#ff0000` is complete. */
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = !isMixed && typed === null && parseColor(value) === undefined;
  return (
    <ColorInput
      label={label}
      format="rgba"
      placeholder={isMixed ? t('STYLE.MIXED') : ''}
      value={typed !== null && toSaved(typed) === value ? typed : toSaved(value)}
      onChange={(text) => {
        setTyped(text);
        if (toSaved(text) !== toSaved(value)) onChange(toSaved(text));
      }}
      onBlur={() => setTyped(null)}
      fixOnBlur={false}
      error={error ?? (isWrong ? problemText(t, 'WRONG_FORMAT') : undefined)}
      disabled={isDisabled}
      swatches={swatches}
      swatchesPerRow={12}
      withEyeDropper={false}
    />
  );
}
