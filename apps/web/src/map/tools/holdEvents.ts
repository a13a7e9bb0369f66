const types = ['pointerdown', 'pointermove', 'pointerup', 'keydown'] as const;

const copyOf = (event: Event): Event =>
  event instanceof KeyboardEvent
    ? new KeyboardEvent(event.type, event)
    : new PointerEvent(event.type, event as PointerEvent);

/**
 * Keeps clicks and keys on an element from everybody else until `release` sends copies of them, in their order, or
 * `drop` forgets them. The user acts before a tool has loaded, and means the tool.
 */
export function holdEvents(element: HTMLElement): {
  readonly release: () => void;
  readonly drop: () => void;
} {
  const held: { readonly target: EventTarget; readonly copy: Event }[] = [];
  const hold = (event: Event) => {
    // Keys that leave the map, or the tool, act at once.
    if (event instanceof KeyboardEvent && ['Tab', 'Escape'].includes(event.key)) return;
    event.stopImmediatePropagation();
    if (event instanceof KeyboardEvent) event.preventDefault();
    // Of a movement only its end matters.
    if (event.type === 'pointermove' && held.at(-1)?.copy.type === 'pointermove') held.pop();
    held.push({ target: event.target ?? element, copy: copyOf(event) });
  };
  for (const type of types) element.addEventListener(type, hold, true);
  const drop = () => {
    for (const type of types) element.removeEventListener(type, hold, true);
  };
  return {
    drop,
    release: () => {
      drop();
      for (const { target, copy } of held) target.dispatchEvent(copy);
    },
  };
}
