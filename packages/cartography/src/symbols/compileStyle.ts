import type { ObjectData } from '../objectData.ts';
import type { GeomStyle, StyleValues } from '../style/propertyTable.ts';
import type { SymbolDescription, SymbolKind } from './describeSymbol.ts';
import { describeSymbol } from './describeSymbol.ts';
import { compileChooser, listDrawnStyles } from './drawnStyles.ts';

/** A style prepared for many objects: rules are indexed, and each symbol is symbols once. */
export type CompiledStyle = {
  readonly rules: readonly StyleValues[];
  /** Returns the index of the rule, or of the class of a theme, that draws an object. */
  readonly chooseRule: (data: ObjectData | null | undefined) => number;
  /** Returns the same object for the same rule and kind, so that it can serve as a cache key. */
  readonly symbolOf: (ruleIndex: number, kind: SymbolKind) => SymbolDescription;
};

export const compileStyle = (style: GeomStyle): CompiledStyle => {
  const rules = listDrawnStyles(style);
  const symbols = { point: [], line: [], polygon: [] } as Record<SymbolKind, SymbolDescription[]>;
  return {
    rules,
    chooseRule: compileChooser(style),
    symbolOf: (ruleIndex, kind) => {
      const cached = symbols[kind][ruleIndex];
      if (cached) return cached;
      const symbol = describeSymbol(rules[ruleIndex] ?? {}, { kind });
      symbols[kind][ruleIndex] = symbol;
      return symbol;
    },
  };
};
