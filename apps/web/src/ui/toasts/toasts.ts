export interface Toast {
  readonly kind?: 'success' | 'error' | 'info';
  readonly message: string;
  /** Such as Undo. */
  readonly action?: { readonly label: string; readonly onAct: () => void };
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** Older ones make room. */
const mostAtOnce = 4;
let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of [...listeners]) listener();
}

export const shownToasts = {
  get: (): readonly ShownToast[] => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** DLG-05: tells something in passing; it goes by itself or with its close button. */
export function showToast(toast: Toast): void {
  lastId += 1;
  change([...shown, { ...toast, id: lastId }].slice(-mostAtOnce));
}

export const closeToast = (id: number): void => change(shown.filter((toast) => toast.id !== id));
