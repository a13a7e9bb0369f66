import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import { DRAFT_FORMAT, type Draft, listDrafts, toDraftKey, writeDrafts } from './draftStore.ts';

/** Pause in typing after which a draft is written. */
const WRITE_DELAY_MS = 400;

/** Writes the draft of an open form, and offers the one that an earlier visit has left. */
export class DraftRecorder<Content> {
  /** The user at the time when the form was opened; a draft that the end of the session interrupts stays theirs. */
  readonly #key: string;
  readonly #offer = createStore<Draft<Content> | null>(null);
  #own: Draft<Content> | null = null;
  /** Drafts of earlier visits, newest first; the first one is offered. */
  #older: readonly Draft<Content>[] = [];
  #unwritten: { readonly content: Content } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #isContinued: boolean;
  #isOpen = false;
  #isOver = false;
  #hasFailed = false;

  /** With `isContinued` the form holds the newest draft already, and is not offered it. */
  constructor(form: string, isContinued = false) {
    this.#key = toDraftKey(form);
    this.#isContinued = isContinued;
  }

  /** The draft that the user may continue; null if there is none or the user has answered. */
  get offer(): ReadonlyStore<Draft<Content> | null> {
    return this.#offer;
  }

  /** True if the browser stores drafts, so that the end of the session loses nothing. */
  get isStored(): boolean {
    return this.#isOpen && !this.#hasFailed;
  }

  async open(): Promise<void> {
    await this.#try(async () => {
      this.#older = await listDrafts<Content>(this.#key);
    });
    this.#isOpen = true;
    if (this.#isContinued) this.continueOffer();
    else this.#offer.set(this.#older[0] ?? null);
    this.#schedule();
  }

  /** Call after each change of the form. A form that is as it was opened needs no draft. */
  record(content: Content, isChanged: boolean): void {
    if (this.#isOver) return;
    if (isChanged) {
      this.#unwritten = { content };
      this.#schedule();
    } else {
      this.#forgetOwn();
    }
  }

  /** Writes the last change now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unwritten === null || !this.#isOpen) return;
    const { content } = this.#unwritten;
    this.#unwritten = null;
    const changedAt = Date.now();
    this.#own = { format: DRAFT_FORMAT, begunAt: this.#own?.begunAt ?? changedAt, changedAt, content };
    this.#store();
  }

  /** The user continues the offered draft; returns its content for the form. */
  continueOffer(): Content | undefined {
    const [offered, ...others] = this.#older;
    if (offered === undefined) return undefined;
    this.#own = offered;
    this.#older = others;
    this.#offer.set(null);
    return offered.content;
  }

  /** The user discards the offered draft; an older one is offered next. */
  discardOffer(): void {
    this.#older = this.#older.slice(1);
    this.#offer.set(this.#older[0] ?? null);
    this.#store();
  }

  /** The content of the form was saved, or the user has discarded it. An unanswered offer stays for the next time. */
  end(): void {
    this.#forgetOwn();
    this.#isOver = true;
  }

  #forgetOwn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unwritten = null;
    if (this.#own === null) return;
    this.#own = null;
    this.#store();
  }

  /** Waits until the drafts of earlier visits are read, which writing would replace. */
  #schedule(): void {
    if (this.#isOpen && this.#unwritten !== null)
      this.#timer ??= setTimeout(() => this.flush(), WRITE_DELAY_MS);
  }

  #store(): void {
    const drafts = [...(this.#own === null ? [] : [this.#own]), ...this.#older];
    void this.#try(() => writeDrafts(this.#key, drafts));
  }

  async #try(action: () => Promise<void>): Promise<void> {
    try {
      await action();
      this.#hasFailed = false;
    } catch (cause) {
      if (!this.#hasFailed) console.info(`the browser stores no drafts: ${String(cause)}`);
      this.#hasFailed = true;
    }
  }
}
