import type { ObjectData } from './comparableText.ts';
import type { SymbolDescription, SymbolKind } from './describeSymbol.ts';
import { describeSymbol } from './describeSymbol.ts';
import { compileChooser, listDrawnStyles } from './drawnStyles.ts';
import type { GeomStyle, StyleValues } from './propertyTable.ts';

/** A style made ready for many objects: the choosing is indexed, each symbol is described once. */
export type CompiledStyle = {
  readonly rules: readonly StyleValues[];
  /** The index of the rule, or the class of a theme, that draws an object. */
  readonly chooseRule: (data: ObjectData | null | undefined) => number;
  /** The same description for the same rule and kind, to be used as a key of caches. */
  readonly symbolOf: (ruleIndex: number, kind: SymbolKind) => SymbolDescription;
};

export const compileStyle = (style: GeomStyle): CompiledStyle => {
  const rules = listDrawnStyles(style);
  const described = { point: [], line: [], polygon: [] } as Record<SymbolKind, SymbolDescription[]>;
  return {
    rules,
    chooseRule: compileChooser(style),
    symbolOf: (ruleIndex, kind) => {
      const known = described[kind][ruleIndex];
      if (known) return known;
      const symbol = describeSymbol(rules[ruleIndex] ?? {}, { kind });
      described[kind][ruleIndex] = symbol;
      return symbol;
    },
  };
};
