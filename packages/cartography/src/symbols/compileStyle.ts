import { fieldValue, type ObjectData } from '@pgis/conditions';
import type { GeomStyle, StyleValues } from '../style/propertyTable.ts';
import type { SymbolDescription, SymbolKind } from './describeSymbol.ts';
import { describeSymbol } from './describeSymbol.ts';
import { compileChooser, listDrawnStyles } from './drawnStyles.ts';
import { compileSizes, SIZE_STEPS } from './sizeByValue.ts';

/** A style prepared for many objects: rules are indexed, and each symbol is described once. */
export type CompiledStyle = {
  readonly rules: readonly StyleValues[];
  /**
   * Returns the index of the symbol that draws an object: the index of its rule, or of the class of a theme, and beyond
   * those an index for each rule and size.
   */
  readonly chooseSymbol: (data: ObjectData | null | undefined, kind: SymbolKind) => number;
  /** Indexes of all rules, and of each in its smallest and largest size: all other symbols lie between them. */
  readonly outerSymbols: readonly number[];
  /** Returns the same object for the same index and kind, so that it can serve as a cache key. */
  readonly symbolOf: (index: number, kind: SymbolKind) => SymbolDescription;
};

export const compileStyle = (style: GeomStyle): CompiledStyle => {
  const rules = listDrawnStyles(style);
  const chooseRule = compileChooser(style);
  const sizes = compileSizes(style);
  const count = rules.length;
  const symbols = { point: [], line: [], polygon: [] } as Record<SymbolKind, SymbolDescription[]>;
  return {
    rules,
    chooseSymbol: (data, kind) => {
      const rule = chooseRule(data);
      const step = sizes?.stepOf(fieldValue(data, sizes.field), kind);
      return step === undefined ? rule : rule + count * (step + 1);
    },
    outerSymbols: rules.flatMap((_, rule) =>
      sizes ? [rule, rule + count, rule + count * (SIZE_STEPS + 1)] : rule,
    ),
    symbolOf: (index, kind) => {
      const cached = symbols[kind][index];
      if (cached) return cached;
      const plain = describeSymbol(rules[index % count] ?? {}, { kind });
      const symbol =
        sizes && index >= count ? sizes.resize(plain, Math.floor(index / count) - 1, kind) : plain;
      symbols[kind][index] = symbol;
      return symbol;
    },
  };
};
