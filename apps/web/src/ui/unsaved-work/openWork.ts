import { i18n } from '../../i18n/index.ts';
import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import { confirm } from '../dialogs/dialogs.ts';

/** An open dialog; its identity is the key of its changed forms. */
export interface DialogScope {
  /** Closes without asking. */
  readonly close: () => void;
  /** True for questions and messages, which belong to the application and stay when the page changes. */
  readonly isQuestion: boolean;
}

/** The stored content of a form, which is offered again when the form is next opened. */
export interface StoredDraft {
  /** False while the browser stores nothing. */
  readonly isStored: boolean;
  /** Deletes the draft, because the user has discarded the content of the form. */
  end(): void;
}

/** A form with changes that are not saved; `dialog` is null for a form on a page. */
interface ChangedForm {
  readonly dialog: DialogScope | null;
  readonly draft: StoredDraft | null;
}

interface OpenWork {
  /** Open dialogs, the topmost one last. */
  readonly dialogs: readonly DialogScope[];
  readonly changed: readonly ChangedForm[];
}

const store = createStore<OpenWork>({ dialogs: [], changed: [] });

export const openWork: ReadonlyStore<OpenWork> = store;

/** Adds an open dialog. Returns the function that removes it. */
export function addDialog(dialog: DialogScope): () => void {
  store.update((work) => ({ ...work, dialogs: [...work.dialogs, dialog] }));
  return () =>
    store.update((work) => ({ ...work, dialogs: work.dialogs.filter((other) => other !== dialog) }));
}

/** Adds a changed form. Returns the function that removes it. */
export function addChangedForm(form: ChangedForm): () => void {
  store.update((work) => ({ ...work, changed: [...work.changed, form] }));
  return () => store.update((work) => ({ ...work, changed: work.changed.filter((other) => other !== form) }));
}

export const hasChanges = (): boolean => store.get().changed.length > 0;

const listChanged = (matches: (form: ChangedForm) => boolean): readonly ChangedForm[] =>
  store.get().changed.filter(matches);

/** Asks before the work in the forms is lost; true if there is none or the user discards it. */
async function mayDiscard(forms: readonly ChangedForm[]): Promise<boolean> {
  if (forms.length === 0) return true;
  const isDiscarded = await confirm({
    title: i18n.t('COMMON.UNSAVED_TITLE'),
    message: i18n.t('COMMON.DISCARD_CHANGES'),
    isDestructive: true,
  });
  if (isDiscarded) for (const { draft } of forms) draft?.end();
  return isDiscarded;
}

/** Asks before unsaved work anywhere is lost; true if there is none or the user discards it. */
export const mayDiscardWork = (): Promise<boolean> => mayDiscard(store.get().changed);

/** Asks before the unsaved work of forms on the page is lost. */
export const mayDiscardPageWork = (): Promise<boolean> =>
  mayDiscard(listChanged(({ dialog }) => dialog === null));

/** Asks before the end of the session loses unsaved work. Forms with a draft offer it after the next sign-in. */
export const mayEndSession = (): Promise<boolean> =>
  mayDiscard(listChanged(({ draft }) => draft?.isStored !== true));

/** Closes a dialog; asks first if one of its forms has changes. */
export async function requestClose(dialog: DialogScope): Promise<void> {
  const forms = listChanged((form) => form.dialog === dialog);
  if (forms.length === 0 || (await mayDiscard(forms))) dialog.close();
}

/** Closes the topmost dialog as its own button does; false if none is open. */
export function requestCloseTopmost(): boolean {
  const topmost = store.get().dialogs.at(-1);
  if (topmost === undefined) return false;
  void requestClose(topmost);
  return true;
}

/** Closes all dialogs of the page without asking. */
export function closeDialogs(): void {
  for (const dialog of store.get().dialogs.toReversed()) if (!dialog.isQuestion) dialog.close();
}
