export interface Question {
  /** Defaults to 'Please confirm'. */
  readonly title?: string;
  readonly message: string;
  /** Shows Yes in red, because it destroys something. */
  readonly isDestructive?: boolean;
}

export interface Information {
  /** Defaults to 'Information'. */
  readonly title?: string;
  readonly message: string;
  readonly lines?: readonly string[];
}

type DialogContent =
  | { readonly kind: 'confirmation'; readonly question: Question; readonly answer: (yes: boolean) => void }
  | { readonly kind: 'information'; readonly information: Information; readonly close: () => void };

/** The id is the key of the dialog, so that a dialog that follows another one sets the focus anew. */
export type OpenDialog = DialogContent & { readonly id: number };

let open: readonly OpenDialog[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly OpenDialog[]): void {
  open = next;
  for (const listener of [...listeners]) listener();
}

/** Dialogs without an answer yet; the first one is open. */
export const openDialogs = {
  get: (): readonly OpenDialog[] => open,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function show<T>(toDialog: (settle: (value: T) => void) => DialogContent): Promise<T> {
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const content = toDialog((value) => {
      change(open.filter((one) => one.id !== id));
      resolve(value);
    });
    change([...open, { ...content, id }]);
  });
}

/** DLG-02, DLG-03: resolves to true for Yes, false for No and for closing. */
export const confirm = (question: Question): Promise<boolean> =>
  show((answer) => ({ kind: 'confirmation', question, answer }));

/** DLG-04: shows a message; resolves when the user closes it. */
export const inform = (information: Information): Promise<void> =>
  show<void>((settle) => ({ kind: 'information', information, close: () => settle() }));
