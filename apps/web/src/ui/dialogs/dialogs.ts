export interface Question {
  /** 'Please confirm' unless told. */
  readonly title?: string;
  readonly message: string;
  /** Yes destroys something: it is shown in red. */
  readonly isDestructive?: boolean;
}

export interface Information {
  /** 'Information' unless told. */
  readonly title?: string;
  readonly message: string;
  readonly lines?: readonly string[];
}

export type OpenDialog =
  | { readonly kind: 'confirmation'; readonly question: Question; readonly answer: (yes: boolean) => void }
  | { readonly kind: 'information'; readonly information: Information; readonly close: () => void };

let open: readonly OpenDialog[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OpenDialog[]): void {
  open = next;
  for (const listener of [...listeners]) listener();
}

/** The dialogs that wait for an answer; the first one is shown. */
export const openDialogs = {
  get: (): readonly OpenDialog[] => open,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function show<T>(toDialog: (settle: (value: T) => void) => OpenDialog): Promise<T> {
  return new Promise((resolve) => {
    const dialog = toDialog((value) => {
      change(open.filter((one) => one !== dialog));
      resolve(value);
    });
    change([...open, dialog]);
  });
}

/** DLG-02, DLG-03: asks; true for Yes, false for No and for closing. */
export const confirm = (question: Question): Promise<boolean> =>
  show((answer) => ({ kind: 'confirmation', question, answer }));

/** DLG-04: tells; settles when it has been read. */
export const inform = (information: Information): Promise<void> =>
  show<void>((settle) => ({ kind: 'information', information, close: () => settle() }));
