export interface Toast {
  readonly kind?: 'success' | 'error' | 'info';
  readonly message: string;
  /** Such as Undo. */
  readonly action?: { readonly label: string; readonly onAct: () => void };
  /** Address in the application where more can be done about it. */
  readonly link?: { readonly label: string; readonly href: string };
  /** Thing that the toast is about, such as an object. A newer toast about it replaces this one. */
  readonly subject?: string;
  /** Called when the toast goes without its action: by its close button or after a while. */
  readonly onDismiss?: () => void;
}

export interface VisibleToast extends Toast {
  readonly id: number;
}

/** The oldest toasts are removed first. */
const MAX_TOASTS = 4;
/** Newest first. */
let visible: readonly VisibleToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly VisibleToast[]): void {
  visible = next;
  for (const listener of [...listeners]) listener();
}

export const visibleToasts = {
  get: (): readonly VisibleToast[] => visible,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * DLG-05: shows a message that disappears after a while or with its close button. Returns its id for `closeToast`.
 */
export function showToast(toast: Toast): number {
  lastId += 1;
  const others = (toast.subject === undefined ? visible : without(toast.subject)).filter(
    (shown) => !isRepeated(shown, toast),
  );
  change([{ ...toast, id: lastId }, ...others].slice(0, MAX_TOASTS));
  return lastId;
}

/** A message that is still there moves to the top instead of coming twice. One with an action is about a thing of its own. */
const isRepeated = (shown: Toast, toast: Toast): boolean =>
  shown.message === toast.message &&
  shown.kind === toast.kind &&
  shown.action === undefined &&
  toast.action === undefined;

const without = (subject: string): readonly VisibleToast[] =>
  visible.filter((toast) => toast.subject !== subject);

/** Closes the toasts about a thing that has changed: their Undo no longer fits, and their error is over. */
export function retireToasts(subject: string): void {
  if (visible.some((toast) => toast.subject === subject)) change(without(subject));
}

export const closeToast = (id: number): void => change(visible.filter((toast) => toast.id !== id));
