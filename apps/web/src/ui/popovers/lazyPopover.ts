import {
  type ComponentType,
  cloneElement,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type LoadFailureProps, LoadFailureToast, lazyPart } from '../lazy-parts/index.ts';

export interface OpenedPopoverProps {
  /** The button that opens the popover. */
  readonly button: ReactElement<ButtonProps>;
}

interface ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly 'aria-haspopup'?: 'menu' | 'dialog';
  readonly 'aria-expanded'?: boolean;
  readonly 'data-tooltip'?: string | undefined;
}

/**
 * Button with a menu or another popover whose code loads when the button is pointed at or pressed. The loaded component
 * renders the button in place of this one, and opens (`useOpenedPopover`).
 */
export function lazyPopover<P extends object>(
  kind: 'menu' | 'dialog',
  load: () => Promise<{ readonly default: ComponentType<P & OpenedPopoverProps> }>,
): ComponentType<P & OpenedPopoverProps> {
  const Popover = lazyPart<P & OpenedPopoverProps>(load, PopoverLoadFailure);
  return (props) =>
    createElement(PopoverButton, {
      kind,
      button: props.button,
      preload: Popover.preload,
      popover: createElement(Popover, props),
    });
}

interface PopoverButtonProps extends OpenedPopoverProps {
  readonly kind: 'menu' | 'dialog';
  readonly preload: () => Promise<void>;
  /** The loaded popover with its button. */
  readonly popover: ReactNode;
}

function PopoverButton({ kind, button, preload, popover }: PopoverButtonProps) {
  const [isRequested, setRequested] = useState(false);
  const onIntent = () => void preload();
  const closed = cloneElement(button, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: onIntent,
    onFocus: onIntent,
    // In a transition the button stays as it is, with its focus, until the code has come.
    onClick: () => startTransition(() => setRequested(true)),
  });
  return createElement(Suspense, { fallback: closed }, isRequested ? popover : closed);
}

/** The button stays with its focus, and loads again when it is pressed. */
function PopoverLoadFailure({ button, error, onRetry }: LoadFailureProps & OpenedPopoverProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);
  return createElement(
    Fragment,
    null,
    cloneElement(button, { ref, onClick: onRetry }),
    createElement(LoadFailureToast, { error, onRetry }),
  );
}
