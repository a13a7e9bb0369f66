/** Result of one check, in a sentence for the operator. */
export interface Finding {
  /** `advice`: it works, and could be better. `problem`: something fails, or will soon. */
  readonly level: 'ok' | 'advice' | 'problem';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const advice = (text: string): Finding => ({ level: 'advice', text });
export const problem = (text: string): Finding => ({ level: 'problem', text });

/** Message of an error on one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
